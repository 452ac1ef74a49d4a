// What waits for a person: the first of what lies in their inbox, and how much that is.
import { CircleCheckBig } from "lucide-react";
import { useInbox } from "@/api/inbox";
import { me, useCompany } from "@/company";
import { Facts, Mark, statusOf, useAddress } from "@/pages/inbox/inbox-row";
import { itemsOf } from "@/pages/inbox/items";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Card, Section } from "@/ui/card";
import { Link } from "@/ui/link";
import { Failed, SkeletonRows } from "@/ui/states";
import { StatusIcon } from "@/ui/status";
import { Time } from "@/ui/time";

const MOST = 5;

export function NeedsYou() {
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const { data, error, isPending, refetch } = useInbox(id);
  const address = useAddress();
  const items = data ? itemsOf(data.issues, data.failedRuns, data.approvals, me()) : [];

  return (
    <Section
      title={t("dashboard.needsYou")}
      count={items.length > 0 ? items.length : undefined}
      aside={
        items.length > MOST && (
          <Link to={paths.inbox(issuePrefix)} className="text-accent-ink text-xs hover:underline">
            {t("dashboard.showAll")}
          </Link>
        )
      }
    >
      {!data ? (
        isPending ? (
          <Card>
            <SkeletonRows count={3} />
          </Card>
        ) : (
          <Failed isInline error={error} what={t("dashboard.needsYou")} onRetry={refetch} />
        )
      ) : items.length === 0 ? (
        <Card className="flex items-center gap-3 px-4 py-3">
          <CircleCheckBig size={18} className="shrink-0 text-good" />
          <p>
            <span className="font-medium">{t("dashboard.allClear")}</span>{" "}
            <span className="text-text-3">{t("dashboard.allClearWhy")}</span>
          </p>
        </Card>
      ) : (
        <Card>
          <ul>
            {items.slice(0, MOST).map((item) => (
              <li
                key={item.id}
                className="flex min-h-13 items-center gap-3 border-line px-4 py-2 not-first:border-t"
              >
                <Link to={address(item)} className="flex min-w-0 grow items-center gap-3">
                  <StatusIcon status={statusOf(item)} />
                  <span className="min-w-0 grow">
                    <Facts item={item} />
                  </span>
                </Link>
                <Mark item={item} />
                <Time at={item.at} className="shrink-0 whitespace-nowrap text-text-3 text-xs max-md:hidden" />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
