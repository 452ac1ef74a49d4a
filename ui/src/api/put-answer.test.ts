// An answer that was asked for before a change does not take the change back.
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { putAnswer } from "./put-answer";

it("an older answer that comes late is not shown", async () => {
  const client = new QueryClient();
  const asked: Array<(answer: string) => void> = [];
  const queryFn = () => new Promise<string>((answer) => asked.push(answer));
  const seen: Array<string | undefined> = [];
  const observer = new QueryObserver<string>(client, { queryKey: ["list"], queryFn, retry: false });
  const stop = observer.subscribe(({ data }) => seen.push(data));
  asked[0]?.("before");
  await expect.poll(() => observer.getCurrentResult().data).toBe("before");

  observer.refetch();
  putAnswer(client, ["list"], "changed");
  expect(asked).toHaveLength(3);
  asked[1]?.("before");
  asked[2]?.("changed, as the server has it");
  await expect.poll(() => observer.getCurrentResult().data).toBe("changed, as the server has it");
  expect(seen.slice(seen.indexOf("changed"))).not.toContain("before");
  stop();
});
