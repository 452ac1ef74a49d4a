// Views of the list: three that everybody has, those that were saved, and saving the present one.
import { BookmarkPlus, Layers, Trash2 } from "lucide-react";
import { useState } from "react";
import { me, useCompany } from "@/company";
import { type Star, useStars } from "@/components/stars";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Menu, type MenuEntry } from "@/ui/menu";
import { toast } from "@/ui/toast";

/** What a view keeps of an address. */
const queryOf = (address: string) => address.split("?")[1] ?? "";

export interface ViewsProps {
  /** The list as it is now: what stands behind the question mark. */
  search: Record<string, string>;
}

export function Views({ search }: ViewsProps) {
  const t = useT();
  const go = useGo();
  const { issuePrefix } = useCompany();
  const { stars, toggle } = useStars();
  const [name, setName] = useState<string>();
  const here = paths.issues(issuePrefix, search);
  const saved = stars.filter((star) => star.kind === "view");
  const current = saved.find((view) => queryOf(view.to) === queryOf(here));

  const given: Array<[string, string, Record<string, string>]> = [
    ["active", t("issues.viewActive"), { status: "todo,in_progress,in_review,blocked" }],
    ["mine", t("issues.viewMine"), { assignee: `user:${me()}` }],
    ["blocked", t("issues.viewBlocked"), { status: "blocked,in_review" }],
  ];
  const entryOf = (id: string, label: string, to: string): MenuEntry => ({
    id,
    label,
    isChecked: queryOf(to) === queryOf(here),
    onSelect: () => go(to),
  });
  const entries: MenuEntry[] = [
    entryOf("all", t("issues.allIssues"), paths.issues(issuePrefix)),
    ...given.map(([id, label, filter]) => entryOf(id, label, paths.issues(issuePrefix, filter))),
    ...(saved.length > 0
      ? [
          { kind: "separator" as const, id: "line" },
          { kind: "label" as const, id: "saved", label: t("issues.savedViews") },
        ]
      : []),
    ...saved.map((view) => entryOf(view.id, view.name, view.to)),
    { kind: "separator", id: "end" },
    current
      ? {
          id: "remove",
          label: t("issues.removeView"),
          icon: <Trash2 size={14} />,
          onSelect: () => toggle(current),
        }
      : {
          id: "save",
          label: t("issues.saveView"),
          icon: <BookmarkPlus size={14} />,
          onSelect: () => setName(""),
        },
  ];

  function save() {
    const word = name?.trim();
    if (!word) return;
    const view: Star = { kind: "view", id: crypto.randomUUID(), name: word, to: here };
    toggle(view);
    setName(undefined);
    toast.done(t("issues.viewSaved", { name: word }));
  }

  return (
    <>
      <Menu entries={entries} align="end">
        <Button tone="quiet" icon={<Layers size={14} />} aria-label={t("issues.views")}>
          <span className="max-w-40 truncate max-md:hidden">{current?.name ?? t("issues.views")}</span>
        </Button>
      </Menu>
      <Dialog
        isOpen={name !== undefined}
        onClose={() => setName(undefined)}
        size="s"
        title={t("issues.saveViewTitle")}
        description={t("issues.saveViewWhy")}
        footer={
          <>
            <Button onClick={() => setName(undefined)}>{t("common.cancel")}</Button>
            <Button tone="primary" disabled={!name?.trim()} onClick={save}>
              {t("common.save")}
            </Button>
          </>
        }
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextField label={t("issues.viewName")} value={name ?? ""} onValue={setName} autoComplete="off" />
        </form>
      </Dialog>
    </>
  );
}
