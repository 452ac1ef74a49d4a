// Labels: a dot of their own colour and their name.

/** The colour is the user's own, chosen for the label; only the dot wears it. */
export function LabelDot({ color }: { color: string }) {
  return <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full" style={{ background: color }} />;
}

export function LabelChip({ label }: { label: { name: string; color: string } }) {
  return (
    <span className="inline-flex h-5 max-w-36 shrink-0 items-center gap-1.5 rounded-full border border-line px-2 text-text-2 text-xs dark:border-line-strong">
      <LabelDot color={label.color} />
      <span className="truncate">{label.name}</span>
    </span>
  );
}
