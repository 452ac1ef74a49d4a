// What is starred, in the sidebar.
import { useLocation } from "@tanstack/react-router";
import { CircleDot, Folder, ListFilter, type LucideIcon, Target } from "lucide-react";
import { type Star, useStars } from "@/components/stars";
import { useT } from "@/texts/locale";
import { Avatar } from "@/ui/avatar";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";
import { closeDrawer } from "./shell-state";

const ICONS: Record<Exclude<Star["kind"], "agent">, LucideIcon> = {
  project: Folder,
  issue: CircleDot,
  goal: Target,
  view: ListFilter,
};

function Mark({ star }: { star: Star }) {
  if (star.kind === "agent")
    return <Avatar kind="agent" id={star.id} name={star.name} icon={star.icon ?? null} size={16} />;
  const Icon = ICONS[star.kind];
  return <Icon size={15} strokeWidth={1.9} className="shrink-0 text-text-3" />;
}

export default function Starred() {
  const t = useT();
  const { stars } = useStars();
  const address = useLocation({ select: ({ pathname, searchStr }) => `${pathname}${searchStr}` });
  if (stars.length === 0) return null;
  return (
    <div>
      <h2 className="flex h-6 items-center px-2 text-text-3 text-xs">{t("shell.starred")}</h2>
      <ul className="flex flex-col gap-px">
        {stars.map((star) => (
          <li key={`${star.kind}-${star.id}`}>
            <Link
              to={star.to}
              onClick={closeDrawer}
              aria-current={address === star.to ? "page" : undefined}
              className={cx(
                "flex h-7 items-center gap-2 rounded-m px-2 text-text-2 transition-colors hover:bg-surface-3/60 hover:text-text pointer-coarse:h-11",
                address === star.to && "bg-surface-3/80 text-text",
              )}
            >
              <Mark star={star} />
              <span className="min-w-0 grow truncate">{star.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
