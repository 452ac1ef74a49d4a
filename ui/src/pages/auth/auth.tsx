// Signing in, or making an account; then, on a server that nobody looks after, beginning to.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHealth } from "@/api/companies";
import { sayError } from "@/api/error";
import { claimServer, type Profile, signOut, useSession } from "@/api/session";
import { useSearch } from "@/navigation";
import { enter, leave, nextOf } from "@/sign-in";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Failed, SkeletonRows } from "@/ui/states";
import { Credentials } from "./credentials";
import { Frame, Refusal } from "./frame";

/** The first who comes is asked whether they look after the server. */
function ClaimServer({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  async function claim() {
    setBusy(true);
    try {
      await claimServer();
      onDone();
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  }
  return (
    <Frame title={t("auth.claim")} why={t("auth.claimWhy")}>
      {!!error && <Refusal>{sayError(error, t)}</Refusal>}
      <div className="flex flex-col gap-2">
        <Button tone="primary" size="l" isBusy={isBusy} onClick={claim}>
          {t("auth.claim")}
        </Button>
        <Button tone="quiet" size="l" onClick={onDone}>
          {t("auth.claimLater")}
        </Button>
      </div>
    </Frame>
  );
}

function SignedIn({ user, onGoOn }: { user: Profile; onGoOn: () => void }) {
  const t = useT();
  const [error, setError] = useState<unknown>();
  return (
    <Frame title={t("auth.signedInAs", { name: user.name || user.email })} why={user.email}>
      {!!error && <Refusal>{sayError(error, t)}</Refusal>}
      <div className="flex flex-col gap-2">
        <Button tone="primary" size="l" onClick={onGoOn}>
          {t("auth.goOn")}
        </Button>
        <Button size="l" onClick={() => signOut().then(leave, setError)}>
          {t("auth.signOut")}
        </Button>
      </div>
    </Frame>
  );
}

export default function AuthPage() {
  const t = useT();
  const client = useQueryClient();
  const [search] = useSearch();
  const health = useHealth();
  const session = useSession();
  const [isNew, setNew] = useState(search.create === "1");
  /** Who came in through this page. */
  const [person, setPerson] = useState<string>();
  const waits = health.data?.bootstrapStatus === "bootstrap_pending";
  const user = session.data?.user;

  function goOn(id: string) {
    enter(id, search.next);
  }
  function came(id: string) {
    if (!waits) return goOn(id);
    client.cancelQueries();
    setPerson(id);
  }

  if (health.isError && !health.data)
    return (
      <Frame title={t("auth.signIn")}>
        <Failed isInline error={health.error} what={t("auth.signIn")} onRetry={health.refetch} />
      </Frame>
    );
  if (!health.data || session.isPending)
    return (
      <Frame title={t("auth.signIn")}>
        <SkeletonRows count={3} />
      </Frame>
    );
  const known = person ?? user?.id;
  if (known && waits) return <ClaimServer onDone={() => goOn(known)} />;
  if (user) return <SignedIn user={user} onGoOn={() => goOn(user.id)} />;
  const wasSentHere = nextOf(search.next) !== "/" && !isNew;
  return (
    <Frame
      title={t(isNew ? "auth.signUp" : "auth.signIn")}
      why={t(isNew ? "auth.signUpWhy" : wasSentHere ? "auth.back" : "auth.signInWhy")}
    >
      <Credentials key={String(isNew)} isNew={isNew} onDone={came} />
      <p className="text-center text-text-2">
        {t(isNew ? "auth.hasAccount" : "auth.noAccount")}{" "}
        <button
          type="button"
          className="font-medium text-accent-ink hover:underline"
          onClick={() => setNew(!isNew)}
        >
          {t(isNew ? "auth.signIn" : "auth.signUp")}
        </button>
      </p>
    </Frame>
  );
}
