// Which pages stand in the sidebar, and in which order its groups are.
import { ArrowDown, ArrowUp } from "lucide-react";
import { setLook, useLook } from "@/look";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Dialog } from "@/ui/dialog";
import { type SidebarGroup, sidebarOf } from "./sidebar-entries";

export default function CustomiseSidebar({ onClose }: { onClose: () => void }) {
  const t = useT();
  const hidden = useLook((look) => look.hiddenPages);
  const order = useLook((look) => look.groupOrder);
  // The first group has no name and stays where it is.
  const groups = sidebarOf(order).filter((group) => group.label);

  function move(group: SidebarGroup, by: number) {
    const ids = groups.map(({ id }) => id);
    const at = ids.indexOf(group.id);
    const [taken] = ids.splice(at, 1);
    if (taken) ids.splice(at + by, 0, taken);
    setLook({ groupOrder: ids });
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="s"
      title={t("shell.customise")}
      description={t("shell.customiseWhy")}
      footer={
        <>
          <Button onClick={() => setLook({ hiddenPages: [], groupOrder: [] })}>{t("shell.reset")}</Button>
          <Button tone="primary" onClick={onClose}>
            {t("common.close")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {groups.map((group, at) => {
          const name = group.label ? t(group.label) : "";
          return (
            <section key={group.id}>
              <div className="flex h-7 items-center">
                <h3 className="grow font-medium text-text-3 text-xs">{name}</h3>
                <IconButton
                  label={t("shell.moveUp", { name })}
                  icon={<ArrowUp size={14} />}
                  disabled={at === 0}
                  onClick={() => move(group, -1)}
                />
                <IconButton
                  label={t("shell.moveDown", { name })}
                  icon={<ArrowDown size={14} />}
                  disabled={at === groups.length - 1}
                  onClick={() => move(group, 1)}
                />
              </div>
              <ul>
                {group.entries.map((entry) => (
                  <li key={entry.id} className="flex min-h-8 items-center pointer-coarse:min-h-11">
                    <Checkbox
                      hasLabel
                      label={t(entry.label)}
                      value={!hidden.includes(entry.id)}
                      onValue={(isShown) =>
                        setLook({
                          hiddenPages: isShown
                            ? hidden.filter((one) => one !== entry.id)
                            : [...hidden, entry.id],
                        })
                      }
                    />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
