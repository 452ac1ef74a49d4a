// Changes that show at once: the caches are patched first, put back if the server refuses, and the
// user is told why. Reversible ones offer Undo.
import { type Query, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";
import { ApiError, sayError } from "./error";

/** Puts the caches back as they were. */
export type Rollback = () => void;

/** Changes a cached answer, which gets no younger by that: what else is old in it is asked for as before. */
export function patchQuery<T>(client: QueryClient, query: Query, change: (old: T) => T): T | undefined {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  if (data === undefined) return undefined;
  const changed = change(data as T);
  if (changed === data) return undefined;
  client.setQueryData(query.queryKey, changed, { updatedAt: dataUpdatedAt });
  if (isInvalidated) query.invalidate();
  return changed;
}

/** Changes all cached answers under a key, and says how to put them back. */
export function patchCached<T>(
  client: QueryClient,
  key: readonly unknown[],
  change: (old: T) => T,
): Rollback {
  const patched = client
    .getQueryCache()
    .findAll({ queryKey: key })
    .map((query) => {
      const old = query.state.data as T;
      return { query, old, ours: patchQuery<T>(client, query, change) };
    })
    .filter(({ ours }) => ours !== undefined);
  return () => {
    for (const { query, old, ours } of patched) {
      // What came meanwhile is not taken back with it; the server says what is true.
      if (query.state.data === ours) patchQuery<T>(client, query, () => old);
      client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  };
}

/** Several rollbacks as one, the last change first. */
export function together(rollbacks: Rollback[]): Rollback {
  return () => {
    for (const rollback of [...rollbacks].reverse()) rollback();
  };
}

export interface OptimisticChange<V, R> {
  /** Sends the change. */
  send: (variables: V) => Promise<R>;
  /** Patches the caches as if the server had said yes. */
  patch: (variables: V, client: QueryClient) => Rollback;
  /** What could not be changed, for the message of a refusal. */
  what: (variables: V) => string;
  /** The sentence of the toast; none for changes that are seen anyway. */
  done?: (variables: V) => string | undefined;
  /** The change that takes it back; without it there is no Undo. */
  inverse?: (variables: V) => V | undefined;
  /** After a refusal: ask for what the server has instead. */
  refused?: (variables: V, client: QueryClient) => void;
  /** With the answer: put what the server made of it into the caches. */
  settle?: (answer: R, variables: V, client: QueryClient) => void;
}

/** A mutation that shows at once, is rolled back honestly, and can be undone. */
export function useOptimistic<V, R>(change: OptimisticChange<V, R>) {
  const client = useQueryClient();
  const t = useT();
  const mutation = useMutation<R, Error, V & { isUndo?: boolean }, Rollback>({
    mutationFn: async (variables) => {
      const answer = await change.send(variables);
      // A change is answered with what came of it, or with nothing at all.
      if (answer === null) throw new ApiError("", 502, undefined, undefined, undefined);
      return answer;
    },
    onMutate: (variables) => {
      const inverse = variables.isUndo ? undefined : change.inverse?.(variables);
      const sentence = variables.isUndo ? undefined : change.done?.(variables);
      const rollback = change.patch(variables, client);
      const undo = inverse && (() => mutation.mutate({ ...inverse, isUndo: true }));
      const withdraw = sentence ? toast.done(sentence, undo) : undefined;
      return withdraw ? together([rollback, withdraw]) : rollback;
    },
    onError: (error, variables, rollback) => {
      rollback?.();
      change.refused?.(variables, client);
      toast.failed(t("errors.changeFailed", { what: change.what(variables) }), sayError(error, t));
    },
    onSuccess: (answer, variables) => change.settle?.(answer, variables, client),
  });
  return mutation;
}
