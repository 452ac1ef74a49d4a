// Amounts. What has no price says so and is never zero.
import { useFormats, useT } from "@/texts/locale";
import { cx } from "./class-names";

export function Money({ cents, className }: { cents: number | null | undefined; className?: string }) {
  const formats = useFormats();
  const t = useT();
  if (cents === null || cents === undefined)
    return <span className={cx("text-text-3", className)}>{t("common.unpriced")}</span>;
  return <span className={cx("tabular", className)}>{formats.money(cents)}</span>;
}
