// What the server itself says, in its own language, where our words say it for people.
import { useT } from "@/texts/locale";

export function ServerWords({ text }: { text: string | null | undefined }) {
  const t = useT();
  if (!text) return null;
  return (
    <details className="text-text-3 text-xs">
      <summary className="w-fit">{t("common.details")}</summary>
      <p className="mt-0.5 whitespace-pre-wrap break-words">{text}</p>
    </details>
  );
}
