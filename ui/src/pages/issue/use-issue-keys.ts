// The keyboard of the page of an issue.
import { CircleDot, Copy, Folder, Link2, MessageSquare, Pencil, Tag, UserRound } from "lucide-react";
import { useActions } from "@/actions/registry";
import { useT } from "@/texts/locale";
import { toast } from "@/ui/toast";
import type { IssuePickerName } from "./properties";

export interface IssueKeys {
  identifier: string;
  onPicker: (picker: IssuePickerName) => void;
  onReply: () => void;
  onTitle: () => void;
  onBack: () => void;
  /** To the next or previous one of the list that one came from. */
  onStep: (by: 1 | -1) => void;
}

export function useIssueKeys({ identifier, onPicker, onReply, onTitle, onBack, onStep }: IssueKeys) {
  const t = useT();
  const copy = (text: string) => async () => {
    await navigator.clipboard.writeText(text);
    toast.done(t("common.copied"));
  };
  const pick = (name: IssuePickerName) => () => onPicker(name);
  const group = "page" as const;
  useActions([
    { id: "issue-reply", label: "issue.comment", group, keys: "r", icon: MessageSquare, run: onReply },
    { id: "issue-title", label: "issue.editTitle", group, keys: "e", icon: Pencil, run: onTitle },
    { id: "issue-status", label: "issues.setStatus", group, keys: "s", icon: CircleDot, run: pick("status") },
    { id: "issue-priority", label: "issues.setPriority", group, keys: "p", run: pick("priority") },
    {
      id: "issue-assignee",
      label: "issues.setAssignee",
      group,
      keys: "a",
      icon: UserRound,
      run: pick("assignee"),
    },
    { id: "issue-labels", label: "issues.setLabels", group, keys: "l", icon: Tag, run: pick("labels") },
    { id: "issue-project", label: "issues.setProject", group, keys: "m", icon: Folder, run: pick("project") },
    {
      id: "issue-link",
      label: "issues.copyLink",
      group,
      keys: "$mod+.",
      icon: Link2,
      run: () => copy(`${location.origin}${location.pathname}`)(),
    },
    {
      id: "issue-identifier",
      label: "issues.copyIdentifier",
      group,
      keys: "$mod+Shift+.",
      icon: Copy,
      run: copy(identifier),
    },
    { id: "row-next", label: "issue.next", group, keys: "j", isKeyOnly: true, run: () => onStep(1) },
    { id: "row-previous", label: "issue.previous", group, keys: "k", isKeyOnly: true, run: () => onStep(-1) },
    { id: "issue-back", label: "errors.goBack", group, keys: "Escape", isKeyOnly: true, run: onBack },
  ]);
}
