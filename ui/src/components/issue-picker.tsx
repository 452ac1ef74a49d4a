// Picks another issue: for parents and blockers. Issues are asked for when it opens.
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { issueListQuery } from "@/api/issues";
import { useCompany } from "@/company";
import { Combobox, type Option } from "@/ui/combobox";
import { StatusIcon } from "@/ui/status";

export interface PickedIssue {
  id: string;
  identifier: string;
  title: string;
}

export interface IssuePickerProps {
  label: string;
  /** What is taken, by id. */
  value: readonly string[];
  /** What cannot be picked, such as the issue itself. */
  without: readonly string[];
  onPick: (issue: PickedIssue) => void;
  isMultiple?: boolean;
  /** The first option, for taking nothing. */
  nothing?: Option;
  onNothing?: () => void;
  trigger: ReactNode;
  align?: "start" | "end";
}

const RECENT = { sortField: "updated", sortDir: "desc" } as const;

export function IssuePicker({ without, nothing, onNothing, onPick, ...picker }: IssuePickerProps) {
  const { id: company } = useCompany();
  const [isOpen, setOpen] = useState(false);
  const { data } = useInfiniteQuery({ ...issueListQuery(company, RECENT), enabled: isOpen });
  const issues = data?.pages.flat() ?? [];
  const options: Option[] = issues
    .filter((issue) => !without.includes(issue.id))
    .map((issue) => ({
      value: issue.id,
      label: issue.title,
      icon: <StatusIcon status={issue.status} isDecoration />,
      hint: <span className="font-mono">{issue.identifier}</span>,
      keywords: [issue.identifier],
    }));
  return (
    <Combobox
      {...picker}
      isOpen={isOpen}
      onOpen={setOpen}
      options={nothing ? [nothing, ...options] : options}
      onPick={(picked) => {
        const issue = issues.find((one) => one.id === picked);
        if (issue) onPick(issue);
        else onNothing?.();
      }}
    />
  );
}
