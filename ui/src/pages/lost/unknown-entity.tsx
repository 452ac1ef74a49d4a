// A thing that is not there: pages show it where the server answers 404.
import { SearchX } from "lucide-react";
import { useGo } from "@/navigation";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/states";

export interface UnknownEntityProps {
  /** The kind of thing, as a word: "issue". */
  what: string;
  name: string;
  /** Where all of its kind are. */
  list: { label: string; to: string };
}

export function UnknownEntity({ what, name, list }: UnknownEntityProps) {
  const t = useT();
  const go = useGo();
  return (
    <Empty
      icon={<SearchX size={20} />}
      title={t("errors.unknownEntity", { what, name })}
      action={
        <>
          <Button onClick={() => history.back()}>{t("errors.goBack")}</Button>
          <Button tone="primary" onClick={() => go(list.to)}>
            {list.label}
          </Button>
        </>
      }
    >
      {t("errors.unknownEntityWhy")}
    </Empty>
  );
}
