// The head of a group of issues: what they share, how many, and a new one among them.
import { Folder, Plus } from "lucide-react";
import { useProjectsById } from "@/api/projects";
import { useCompany } from "@/company";
import { useWho, WhoMark } from "@/components/who";
import { openNewIssue } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { IconButton } from "@/ui/button";
import { type Priority, PriorityIcon } from "@/ui/priority";
import { RowGroup } from "@/ui/row";
import { StatusIcon } from "@/ui/status";
import { lookOf } from "@/ui/status-table";
import { type GroupField, NOBODY, startOf } from "./filter";

/** What the issues of a group share, as picture and word. */
export function GroupName({ group, value }: { group: GroupField; value: string }) {
  const t = useT();
  const who = useWho();
  const projects = useProjectsById(useCompany().id);
  if (group === "status")
    return (
      <>
        <StatusIcon status={value} isDecoration />
        {t(`words.${lookOf(value).word}`)}
      </>
    );
  if (group === "priority")
    return (
      <>
        <PriorityIcon priority={value as Priority} isDecoration />
        {t(`words.${value as Priority}`)}
      </>
    );
  if (group === "project")
    return (
      <>
        <Folder size={14} className="text-text-3" />
        {value === NOBODY
          ? t("common.noProject")
          : (projects?.get(value)?.name ?? t("common.unknownProject"))}
      </>
    );
  const person = value.startsWith("user:");
  const found = value === NOBODY ? null : who(person ? "person" : "agent", person ? value.slice(5) : value);
  return <WhoMark who={found} size={18} hasName />;
}

export function GroupHead({ group, value, count }: { group: GroupField; value: string; count: string }) {
  const t = useT();
  return (
    <RowGroup role="heading" aria-level={2}>
      <GroupName group={group} value={value} />
      <span className="tabular font-normal text-text-3">{count}</span>
      <span className="grow" />
      <IconButton
        label={t("shell.newIssue")}
        icon={<Plus size={15} />}
        onClick={() => openNewIssue(startOf(group, value))}
        className="-mr-1"
      />
    </RowGroup>
  );
}
