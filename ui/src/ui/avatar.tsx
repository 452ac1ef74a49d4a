// Who it is. A person is a circle with initials, an agent a rounded square with its icon or initials,
// each in a colour of its own, the same everywhere.
import { UserRound } from "lucide-react";
import { AGENT_ICONS } from "./agent-icons";
import { cx } from "./class-names";
import { hued } from "./hue";
import { initialsOf } from "./initials";

export interface AvatarProps {
  kind: "agent" | "person";
  name: string;
  /** What the colour goes by; an id keeps it when the name changes. */
  id: string;
  icon?: string | null;
  size?: number;
  /** A dot that says that it works right now. */
  isLive?: boolean;
}

export function Avatar({ kind, name, id, icon, size = 20, isLive }: AvatarProps) {
  const Icon = icon ? AGENT_ICONS[icon] : undefined;
  return (
    <span className="relative inline-flex shrink-0" style={{ width: size, height: size }}>
      <span
        className={cx(
          "hued grid size-full select-none place-items-center bg-hued-soft font-semibold text-hued-ink",
          kind === "agent" ? "rounded-[28%]" : "rounded-full",
        )}
        style={{ ...hued(id), fontSize: Math.max(9, Math.round(size * 0.44)) }}
        role="img"
        aria-label={name}
      >
        {Icon ? <Icon size={Math.round(size * 0.64)} strokeWidth={2} /> : initialsOf(name)}
      </span>
      {isLive && (
        <span className="breathing absolute -right-0.5 -bottom-0.5 size-2 rounded-full border-2 border-surface bg-working" />
      )}
    </span>
  );
}

/** Nobody: the place where an avatar would be. */
export function NoAvatar({ size = 20, label }: { size?: number; label?: string }) {
  return (
    <span
      className="grid shrink-0 place-items-center rounded-full border border-line-strong border-dashed text-text-3"
      style={{ width: size, height: size }}
      role={label ? "img" : undefined}
      aria-label={label}
    >
      <UserRound size={Math.round(size * 0.55)} />
    </span>
  );
}
