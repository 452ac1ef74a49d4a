// Blocked needs a reason: what the issue waits for, another issue or something that somebody has to do.
import { X } from "lucide-react";
import { useState } from "react";
import type { IssueChange } from "@/api/types";
import { IssuePicker, type PickedIssue } from "@/components/issue-picker";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";

export interface BlockIssueProps {
  issue: { id: string; identifier: string };
  onClose: () => void;
  onBlock: (change: IssueChange) => void;
}

export default function BlockIssue({ issue, onClose, onBlock }: BlockIssueProps) {
  const t = useT();
  const [blockers, setBlockers] = useState<readonly PickedIssue[]>([]);
  const [action, setAction] = useState("");
  const isReady = blockers.length > 0 || action.trim() !== "";

  function submit() {
    if (!isReady) return;
    onBlock({
      status: "blocked",
      ...(blockers.length > 0 ? { blockedByIssueIds: blockers.map((one) => one.id) } : {}),
      ...(action.trim() ? { unblockDescriptor: { owner: "board", action: action.trim() } as never } : {}),
    });
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title={t("issue.blockTitle", { name: issue.identifier })}
      footer={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button tone="primary" disabled={!isReady} onClick={submit}>
            {t("issue.block")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col items-start gap-1.5">
          <span className="font-medium">{t("issue.waitsForIssues")}</span>
          {blockers.map((one) => (
            <span key={one.id} className="flex w-full items-center gap-2">
              <span className="font-mono text-text-3 text-xs">{one.identifier}</span>
              <span className="min-w-0 grow truncate">{one.title}</span>
              <IconButton
                label={t("issue.removeBlocker", { name: one.identifier })}
                icon={<X size={14} />}
                onClick={() => setBlockers(blockers.filter((other) => other.id !== one.id))}
              />
            </span>
          ))}
          <IssuePicker
            label={t("issue.addBlocker")}
            value={blockers.map((one) => one.id)}
            without={[issue.id, ...blockers.map((one) => one.id)]}
            onPick={(picked) => setBlockers([...blockers, picked])}
            trigger={<Button size="s">{t("issue.addBlocker")}</Button>}
          />
        </div>
        <TextArea
          label={t("issue.waitsForDeed")}
          isOptional={blockers.length > 0}
          value={action}
          onValue={setAction}
          rows={2}
        />
      </div>
    </Dialog>
  );
}
