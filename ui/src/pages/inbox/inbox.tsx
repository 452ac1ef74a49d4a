// What waits for a person. Everything can be gone through with the keyboard, and taken back.
import { Archive, Clock, Inbox as InboxIcon, Mail } from "lucide-react";
import { type InboxQuery, useInbox, useInboxIssues, useMarkRead, usePutAway } from "@/api/inbox";
import { useLiveRuns } from "@/api/runs";
import { me, useCompany } from "@/company";
import { useRowKeys } from "@/components/row-keys";
import { useGo, useParam } from "@/navigation";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { RowGroup } from "@/ui/row";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { Tabs } from "@/ui/tabs";
import { useNow } from "@/ui/time";
import { InboxRow, useAddress } from "./inbox-row";
import { groupsOf, INBOX_TABS, type InboxItem, type InboxTab, itemsOf, tomorrow } from "./items";

const KEPT = { inboxArchivedByUserId: "me" } as const;
const ASKED: Record<Exclude<InboxTab, "mine">, InboxQuery> = {
  unread: { ...KEPT, touchedByUserId: "me", unreadForUserId: "me" },
  recent: { ...KEPT, touchedByUserId: "me" },
  blocked: { ...KEPT, attention: "blocked" },
  all: KEPT,
};

export default function InboxPage() {
  const t = useT();
  const go = useGo();
  const now = useNow();
  const { id: company, issuePrefix } = useCompany();
  const word = useParam("tab");
  const tab: InboxTab = INBOX_TABS.find((one) => one === word) ?? "mine";
  const isMine = tab === "mine";
  const hasRuns = isMine || tab === "all";

  const waiting = useInbox(company);
  const others = useInboxIssues(company, isMine ? {} : ASKED[tab], !isMine);
  const { data: live = [] } = useLiveRuns(company);
  const putAway = usePutAway(company);
  const markRead = useMarkRead(company);
  const address = useAddress();

  const { issues = [], failedRuns = [], approvals = [] } = waiting.data ?? {};
  const mine = itemsOf(issues, failedRuns, approvals, me());
  const items = isMine
    ? mine
    : itemsOf(others.data ?? [], hasRuns ? failedRuns : [], hasRuns ? approvals : [], me());
  const groups = groupsOf(items, now);
  const byId = new Map(items.map((item) => [item.id, item]));

  const needed = isMine ? [waiting] : hasRuns ? [others, waiting] : [others];
  const broken = needed.find((query) => query.isError && !query.data);

  const keys = useRowKeys({
    ids: groups.flatMap((group) => group.items.map((item) => item.id)),
    onOpen: (id) => {
      const item = byId.get(id);
      if (item) go(address(item));
    },
    more: [
      {
        id: "inbox-archive",
        label: "inbox.archive",
        group: "list",
        keys: "y|e",
        icon: Archive,
        run: () => act(put),
      },
      {
        id: "inbox-unread",
        label: "inbox.toggleUnread",
        group: "list",
        keys: "u",
        icon: Mail,
        run: () => act(read),
      },
      {
        id: "inbox-snooze",
        label: "inbox.snooze",
        group: "list",
        keys: "h",
        icon: Clock,
        run: () => act(snooze),
      },
    ],
  });

  function act(what: (item: InboxItem) => void) {
    const item = keys.active ? byId.get(keys.active) : undefined;
    if (item) what(item);
  }

  const nameOf = (item: InboxItem) => (item.kind === "issue" ? item.issue.identifier : t("inbox.run"));

  function put(item: InboxItem) {
    // An approval leaves when it is decided.
    if (item.kind === "approval") return;
    const name = nameOf(item);
    keys.setActive(keys.beside(item.id));
    putAway.mutate({ kind: item.kind, id: item.id, name, said: t("inbox.archived", { name }) });
  }

  function snooze(item: InboxItem) {
    if (item.kind !== "run") return;
    keys.setActive(keys.beside(item.id));
    const until = tomorrow(Date.now());
    putAway.mutate({ kind: "run", id: item.id, name: nameOf(item), until, said: t("inbox.snoozed") });
  }

  function read(item: InboxItem) {
    if (item.kind === "issue")
      markRead.mutate({ issue: item.issue, isRead: item.issue.isUnreadForMe === true });
  }

  const tabs = INBOX_TABS.map((id) => ({
    id,
    label: t(`inbox.tab_${id}`),
    to: paths.inbox(issuePrefix, id),
    count: id === "mine" && waiting.data ? mine.length : undefined,
  }));

  return (
    <Page title={t("inbox.title")} below={<Tabs tabs={tabs} current={tab} label={t("inbox.title")} />}>
      {broken ? (
        <Failed
          error={broken.error}
          what={t("inbox.title")}
          onRetry={() => {
            for (const query of needed) if (query.isError) query.refetch();
          }}
        />
      ) : needed.some((query) => query.isPending) ? (
        <SkeletonRows />
      ) : groups.length === 0 ? (
        <Empty icon={<InboxIcon size={20} />} title={t(`inbox.empty_${tab}`)}>
          {live.length > 0 ? t("inbox.meanwhile", { count: live.length }) : t("inbox.emptyWhy")}
        </Empty>
      ) : (
        groups.map((group) => (
          <section key={group.label} aria-label={t(group.label)}>
            <RowGroup className="text-text-2">
              <h2>{t(group.label)}</h2>
              <span className="tabular text-text-3">{group.items.length}</span>
            </RowGroup>
            <ul className="py-0.5">
              {group.items.map((item) => (
                <li key={item.id}>
                  <InboxRow
                    item={item}
                    isActive={keys.active === item.id}
                    onActive={() => keys.setActive(item.id)}
                    onPutAway={item.kind === "approval" ? undefined : () => put(item)}
                    onSnooze={item.kind === "run" ? () => snooze(item) : undefined}
                    onRead={item.kind === "issue" ? () => read(item) : undefined}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </Page>
  );
}
