// A command line asks to act as somebody: which one, for what, until when, and two answers of the same size.
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, sayError } from "@/api/error";
import { keys } from "@/api/keys";
import { type CliChallenge, useAnswerCli, useCliChallenge } from "@/api/session";
import { useParam, useSearch } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Properties, Property } from "@/ui/property";
import { Failed, SkeletonRows } from "@/ui/states";
import { Time } from "@/ui/time";
import { Frame, Refusal } from "./frame";

function Facts({ challenge }: { challenge: CliChallenge }) {
  const t = useT();
  const isAdmin = challenge.requestedAccess !== "board";
  return (
    <Properties label={t("auth.cliTitle")}>
      <Property label={t("auth.cliMachine")}>{challenge.clientName ?? t("auth.unknownClient")}</Property>
      <Property label={t("auth.cliCommand")}>
        <code className="break-all font-mono text-xs">{challenge.command}</code>
      </Property>
      <Property label={t("auth.cliFor")}>
        {isAdmin ? t("auth.cliAdmin") : (challenge.requestedCompanyName ?? t("auth.cliForAll"))}
      </Property>
      <Property label={t("auth.cliUntil")}>
        <Time at={challenge.expiresAt} />
      </Property>
    </Properties>
  );
}

export default function CliAuthPage() {
  const t = useT();
  const client = useQueryClient();
  const id = useParam("challenge");
  const [{ token = "" }] = useSearch();
  const { data: challenge, error, isPending, refetch } = useCliChallenge(id, token);
  const answer = useAnswerCli(id, token);
  const give = (verb: "approve" | "cancel") =>
    answer.mutate(verb, { onSettled: () => client.invalidateQueries({ queryKey: keys.cliChallenge(id) }) });

  if (isPending)
    return (
      <Frame title={t("auth.cliTitle")}>
        <SkeletonRows count={4} />
      </Frame>
    );
  if (!challenge) {
    if (error instanceof ApiError && error.status === 404)
      return <Frame title={t("auth.cliUnknown")} why={t("auth.cliUnknownWhy")} />;
    return (
      <Frame title={t("auth.cliTitle")}>
        <Failed isInline error={error} what={t("auth.cliTitle")} onRetry={refetch} />
      </Frame>
    );
  }
  if (challenge.status === "approved") {
    const name = challenge.approvedByUser?.name;
    return (
      <Frame
        title={name ? t("auth.cliApprovedBy", { name }) : t("auth.cliApproved")}
        why={t("auth.cliApprovedWhy")}
      />
    );
  }
  if (challenge.status === "cancelled")
    return <Frame title={t("auth.cliDenied")} why={t("auth.cliDeniedWhy")} />;
  if (challenge.status === "expired")
    return <Frame title={t("auth.cliExpired")} why={t("auth.cliExpiredWhy")} />;
  return (
    <Frame title={t("auth.cliTitle")} why={t("auth.cliWhy")}>
      <Facts challenge={challenge} />
      {answer.error && <Refusal>{sayError(answer.error, t)}</Refusal>}
      {challenge.requiresSignIn ? (
        <Link
          to={paths.signIn(`/cli-auth/${id}?token=${encodeURIComponent(token)}`)}
          className="inline-flex h-9 items-center justify-center rounded-m bg-accent px-4 font-medium text-accent-text text-md hover:bg-accent-hover pointer-coarse:h-11"
        >
          {t("auth.signInFirst")}
        </Link>
      ) : (
        <>
          {!challenge.canApprove && <Refusal>{t("auth.cliMayNot")}</Refusal>}
          <div className="grid grid-cols-2 gap-3">
            <Button size="l" isBusy={answer.isPending} onClick={() => give("cancel")}>
              {t("auth.cliDeny")}
            </Button>
            <Button
              tone="primary"
              size="l"
              isBusy={answer.isPending}
              disabled={!challenge.canApprove}
              onClick={() => give("approve")}
            >
              {t("auth.cliApprove")}
            </Button>
          </div>
        </>
      )}
    </Frame>
  );
}
