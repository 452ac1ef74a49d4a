// The last things that happened and that mean something to a person.
import { useActivity } from "@/api/activity";
import { useCompany } from "@/company";
import { Deed, DeedMark, isTechnical } from "@/components/deed";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Card, Section } from "@/ui/card";
import { Link } from "@/ui/link";
import { Failed, SkeletonRows } from "@/ui/states";
import { Time } from "@/ui/time";

const SHOWN = 10;
/** More than are shown: technical ones are left out. */
const ASKED = 40;

export function Recent() {
  const t = useT();
  const { id, issuePrefix } = useCompany();
  const { data, error, isPending, refetch } = useActivity(id, { limit: ASKED });
  const entries = (data ?? []).filter((entry) => !isTechnical(entry)).slice(0, SHOWN);
  return (
    <Section
      title={t("dashboard.recent")}
      aside={
        <Link to={paths.activity(issuePrefix)} className="text-accent-ink text-xs hover:underline">
          {t("dashboard.showAll")}
        </Link>
      }
    >
      {!data ? (
        isPending ? (
          <SkeletonRows count={5} />
        ) : (
          <Failed isInline error={error} what={t("dashboard.recent")} onRetry={refetch} />
        )
      ) : entries.length === 0 ? (
        <p className="text-text-3">{t("dashboard.recentEmpty")}</p>
      ) : (
        <Card>
          <ul>
            {entries.map((entry) => (
              <li
                key={entry.id}
                className="flex min-h-10 items-center gap-3 border-line px-4 py-1.5 not-first:border-t"
              >
                <DeedMark entry={entry} />
                <p className="min-w-0 grow text-text-2 md:truncate">
                  <Deed entry={entry} />
                </p>
                <Time at={entry.createdAt} className="shrink-0 whitespace-nowrap text-text-3 text-xs" />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
