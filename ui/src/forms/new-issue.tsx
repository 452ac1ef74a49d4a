// A new issue: title, description, the few things that matter, and what will happen then.
import { CircleAlert, Folder, Play } from "lucide-react";
import { useState } from "react";
import { useAgentsById } from "@/api/agents";
import { sayError } from "@/api/error";
import { useCreateIssue } from "@/api/issues";
import { useProjectsById } from "@/api/projects";
import type { IssuePriority, IssueStatus } from "@/api/types";
import { useCompany } from "@/company";
import {
  AssigneePicker,
  type Assignment,
  LabelsPicker,
  PriorityPicker,
  ProjectPicker,
  StatusPicker,
} from "@/components/issue-pickers";
import { useMentions } from "@/components/mentions";
import { useAssignee, WhoMark } from "@/components/who";
import { setDraft, useDraft } from "@/drafts";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import type { NewIssueStart } from "@/shell/shell-state";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { PickerButton } from "@/ui/combobox";
import { Composer } from "@/ui/composer";
import { Dialog } from "@/ui/dialog";
import { PriorityIcon } from "@/ui/priority";
import { StatusIcon } from "@/ui/status";
import { toast } from "@/ui/toast";

interface Form extends Assignment {
  title: string;
  description: string;
  /** Nothing means: as the server decides, by whether somebody has it. */
  status: IssueStatus | undefined;
  priority: IssuePriority;
  projectId: string | null;
  labelIds: readonly string[];
}

const EMPTY: Form = {
  title: "",
  description: "",
  status: undefined,
  priority: "medium",
  projectId: null,
  labelIds: [],
  assigneeAgentId: null,
  assigneeUserId: null,
};

const chip = "control-height rounded-full border border-line px-2.5 text-text-2 text-xs";

/** Says who will be woken, before it is done. */
function useConsequence(form: Form, status: IssueStatus): string {
  const t = useT();
  const agents = useAgentsById(useCompany().id);
  if (status === "backlog") return t("issues.willPark");
  const agent = form.assigneeAgentId ? agents?.get(form.assigneeAgentId) : undefined;
  if (form.assigneeUserId) return t("issues.willWaitForPerson");
  if (!agent) return t("issues.willWait");
  return t(agent.status === "paused" ? "issues.willWaitPaused" : "issues.willStart", { name: agent.name });
}

export default function NewIssue({ start, onClose }: { start: NewIssueStart; onClose: () => void }) {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  // A part of an issue is another thing to write than an issue: each has its own unsent text.
  const place = `new-issue/${start.parentId ?? company}`;
  const draft = useDraft<Form>(place);
  const [form, setForm] = useState<Form>({ ...EMPTY, ...draft?.value, ...(start as Partial<Form>) });
  const [isMore, setMore] = useState(false);
  const [hasTried, setTried] = useState(false);
  const create = useCreateIssue(company);
  const project = useProjectsById(company)?.get(form.projectId ?? "");
  const assignee = useAssignee(form);
  const mentions = useMentions();
  const status = form.status ?? (form.assigneeAgentId || form.assigneeUserId ? "todo" : "backlog");
  const consequence = useConsequence(form, status);
  const isWaking = status !== "backlog" && !!form.assigneeAgentId;

  function change(values: Partial<Form>) {
    const next = { ...form, ...values };
    setForm(next);
    setDraft(place, next.title || next.description ? next : undefined);
  }

  async function submit() {
    setTried(true);
    if (!form.title.trim() || create.isPending) return;
    const { status: chosen, labelIds, description, ...rest } = form;
    const made = await create
      .mutateAsync({
        ...rest,
        title: form.title.trim(),
        ...(description.trim() ? { description } : {}),
        ...(chosen ? { status: chosen } : {}),
        labelIds: [...labelIds],
        ...(start.parentId ? { parentId: start.parentId } : {}),
        ...(start.goalId ? { goalId: start.goalId } : {}),
      })
      .catch(() => undefined);
    if (!made) return;
    setDraft(place, undefined);
    toast.made(t("issues.createdToast", { name: made.identifier }), {
      label: t("issues.open"),
      onClick: () => go(paths.issue(issuePrefix, made.identifier)),
    });
    if (!isMore) return onClose();
    setTried(false);
    setForm({ ...form, title: "", description: "" });
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={start.parentName ? t("issues.newPartTitle", { name: start.parentName }) : t("issues.newTitle")}
      footer={
        <div className="flex w-full flex-wrap items-center gap-3">
          <span className="flex min-w-0 grow basis-52 items-center gap-1.5 text-text-3 text-xs">
            {isWaking && <Play size={12} className="shrink-0 text-working" />}
            {consequence}
          </span>
          <span className="text-text-2 text-xs">
            <Checkbox label={t("issues.createMore")} value={isMore} onValue={setMore} hasLabel />
          </span>
          <Button
            tone="primary"
            keys="$mod+Enter"
            isBusy={create.isPending}
            disabled={!form.title.trim()}
            onClick={submit}
          >
            {t("issues.createIssue")}
          </Button>
        </div>
      }
    >
      <input
        aria-label={t("issues.titleHint")}
        placeholder={t("issues.titleHint")}
        value={form.title}
        autoFocus
        onChange={(event) => change({ title: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
        }}
        className="w-full bg-transparent font-semibold text-lg outline-none"
      />
      {hasTried && !form.title.trim() && (
        <p role="alert" className="text-bad-ink text-xs">
          {t("issues.titleMissing")}
        </p>
      )}
      <Composer
        isPlain
        className="mt-2"
        label={t("issues.descriptionHint")}
        placeholder={t("issues.descriptionHint")}
        value={form.description}
        onValue={(description) => change({ description })}
        onSubmit={submit}
        mentions={mentions}
        minRows={4}
      />
      <div className="mt-3 flex flex-wrap gap-1.5">
        <StatusPicker
          value={status}
          onValue={(value) => change({ status: value })}
          trigger={
            <PickerButton className={chip}>
              <StatusIcon status={status} isDecoration />
              {t(`words.${status}`)}
            </PickerButton>
          }
        />
        <PriorityPicker
          value={form.priority}
          onValue={(priority) => change({ priority })}
          trigger={
            <PickerButton className={chip}>
              <PriorityIcon priority={form.priority} isDecoration />
              {t(`words.${form.priority}`)}
            </PickerButton>
          }
        />
        <AssigneePicker
          value={form}
          onValue={(to) => change({ ...to })}
          trigger={
            <PickerButton className={chip}>
              <WhoMark who={assignee} size={16} hasName />
            </PickerButton>
          }
        />
        <ProjectPicker
          value={form.projectId}
          onValue={(projectId) => change({ projectId })}
          trigger={
            <PickerButton className={chip}>
              <Folder size={13} className="text-text-3" />
              {project?.name ?? t("issues.project")}
            </PickerButton>
          }
        />
        <LabelsPicker
          value={form.labelIds}
          onValue={(labelIds) => change({ labelIds })}
          trigger={
            <PickerButton className={chip}>
              {form.labelIds.length > 0
                ? `${t("issues.labels")} ${form.labelIds.length}`
                : t("issues.labels")}
            </PickerButton>
          }
        />
      </div>
      {create.isError && (
        <p role="alert" className="mt-3 flex items-center gap-2 rounded-m bg-bad-soft px-3 py-2 text-bad-ink">
          <CircleAlert size={14} className="shrink-0" />
          {sayError(create.error, t)}
        </p>
      )}
    </Dialog>
  );
}
