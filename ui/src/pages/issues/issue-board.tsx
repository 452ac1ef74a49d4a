// Issues as columns of cards.
import { Kanban } from "lucide-react";
import { useT } from "@/texts/locale";
import { Empty } from "@/ui/states";
import type { IssueFilter, IssueGroup } from "./filter";

export interface IssueBoardProps {
  filter: IssueFilter;
  groups: readonly IssueGroup[];
}

export default function IssueBoard(_props: IssueBoardProps) {
  const t = useT();
  return <Empty icon={<Kanban size={20} />} title={t("shell.notThereYet")} />;
}
