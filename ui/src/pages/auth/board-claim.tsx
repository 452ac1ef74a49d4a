// The link for the first who looks after a server, as the server's log shows it.
import { ApiError, sayError } from "@/api/error";
import { useBoardClaim, useClaimBoard } from "@/api/session";
import { useParam, useSearch } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Failed, SkeletonRows } from "@/ui/states";
import { Frame, Refusal } from "./frame";

const WAY_ON =
  "inline-flex h-9 items-center justify-center rounded-m bg-accent px-4 font-medium text-accent-text text-md hover:bg-accent-hover pointer-coarse:h-11";

export default function BoardClaimPage() {
  const t = useT();
  const token = useParam("token");
  const [{ code = "" }] = useSearch();
  const { data: found, error, isPending, refetch } = useBoardClaim(token, code);
  const claim = useClaimBoard(token, code);
  const here = `/board-claim/${token}?code=${encodeURIComponent(code)}`;

  if (isPending)
    return (
      <Frame title={t("auth.claim")}>
        <SkeletonRows count={3} />
      </Frame>
    );
  if (!found) {
    if (error instanceof ApiError && error.status === 404)
      return (
        <Frame title={t("auth.claimUnknown")} why={t("auth.claimUnknownWhy")}>
          <Link to={paths.signIn()} className={WAY_ON}>
            {t("auth.signIn")}
          </Link>
        </Frame>
      );
    return (
      <Frame title={t("auth.claim")}>
        <Failed isInline error={error} what={t("auth.claim")} onRetry={refetch} />
      </Frame>
    );
  }
  if (claim.isSuccess)
    return (
      <Frame title={t("auth.claimed")}>
        <Link to="/" className={WAY_ON}>
          {t("auth.goOn")}
        </Link>
      </Frame>
    );
  if (found.status !== "available")
    return (
      <Frame
        title={t(found.status === "claimed" ? "auth.claimGone" : "auth.claimExpired")}
        why={t(found.status === "claimed" ? "auth.claimGoneWhy" : "auth.claimUnknownWhy")}
      >
        <Link to={paths.signIn()} className={WAY_ON}>
          {t("auth.signIn")}
        </Link>
      </Frame>
    );
  return (
    <Frame title={t("auth.claim")} why={t("auth.claimWhy")}>
      {claim.error && <Refusal>{sayError(claim.error, t)}</Refusal>}
      {found.requiresSignIn ? (
        <Link to={paths.signIn(here)} className={WAY_ON}>
          {t("auth.signInFirst")}
        </Link>
      ) : (
        <Button tone="primary" size="l" isBusy={claim.isPending} onClick={() => claim.mutate()}>
          {t("auth.claim")}
        </Button>
      )}
    </Frame>
  );
}
