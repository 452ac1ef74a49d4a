// The files of an issue: pictures as small pictures, everything else by its name. More come in by the button,
// or by being dropped here.
import { Download, File as FileIcon, Paperclip, Plus, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { type Attachment, LARGEST, useAttach, useDetach } from "@/api/files";
import { useCompany } from "@/company";
import { useFormats, useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { cx } from "@/ui/class-names";
import { Confirm } from "@/ui/dialog";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";

const nameOf = (attachment: Attachment) => attachment.originalFilename ?? attachment.objectKey;

function Row({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const t = useT();
  const formats = useFormats();
  const name = nameOf(attachment);
  const isPicture = /^image\/(png|jpeg|webp|gif)$/.test(attachment.contentType);
  return (
    <li className="group row-height flex items-center gap-2 rounded-m px-2 hover:bg-surface-2">
      <a
        href={attachment.openPath}
        target="_blank"
        rel="noreferrer"
        className="flex min-w-0 grow items-center gap-2 self-stretch"
      >
        {isPicture ? (
          <img
            src={attachment.contentPath}
            alt=""
            loading="lazy"
            className="size-6 shrink-0 rounded-s border border-line object-cover"
          />
        ) : (
          <FileIcon size={14} className="mx-1 shrink-0 text-text-3" aria-hidden="true" />
        )}
        <span className="truncate">{name}</span>
      </a>
      <span className="tabular shrink-0 text-text-3 text-xs">{formats.bytes(attachment.byteSize)}</span>
      <Time at={attachment.createdAt} className="shrink-0 text-text-3 text-xs max-md:hidden" />
      <a
        href={attachment.downloadPath}
        download
        aria-label={t("files.keep", { name })}
        className="touch-area inline-flex size-6 shrink-0 items-center justify-center rounded-m text-text-3 hover:text-text"
      >
        <Download size={14} aria-hidden="true" />
      </a>
      <IconButton label={t("files.remove", { name })} icon={<X size={14} />} onClick={onRemove} />
    </li>
  );
}

export interface FilesProps {
  issue: { id: string };
  issueKey: string;
  attachments: readonly Attachment[];
}

export function Files({ issue, issueKey, attachments }: FilesProps) {
  const t = useT();
  const { id: company } = useCompany();
  const ofIssue = { id: issue.id, key: issueKey };
  const attach = useAttach(company, ofIssue);
  const detach = useDetach(company, ofIssue);
  const input = useRef<HTMLInputElement>(null);
  const [coming, setComing] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const [going, setGoing] = useState<Attachment>();

  async function bring(files: readonly File[]) {
    for (const file of files) {
      if (file.size > LARGEST) {
        toast.failed(t("files.failed", { name: file.name }), t("files.tooLarge"));
        continue;
      }
      setComing((names) => [...names, file.name]);
      await attach.mutateAsync(file).catch(() => undefined);
      setComing((names) => names.filter((name) => name !== file.name));
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    bring([...event.dataTransfer.files]);
  };
  const pick = () => input.current?.click();
  const isEmpty = attachments.length === 0 && coming.length === 0;

  return (
    <section
      aria-label={t("files.title")}
      className={cx("flex flex-col rounded-m", !isEmpty && "w-full", isOver && "bg-accent/10")}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          bring([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      {isEmpty ? (
        <Button
          tone="quiet"
          size="s"
          icon={<Paperclip size={14} />}
          onClick={pick}
          className="-ml-2 self-start text-text-3"
        >
          {t(isOver ? "files.drop" : "files.add")}
        </Button>
      ) : (
        <>
          <div className="flex min-h-8 items-center gap-2">
            <h2 className="font-semibold">{t("files.title")}</h2>
            <span className="tabular text-text-3 text-xs">{attachments.length}</span>
            <span className="grow" />
            <IconButton label={t("files.add")} icon={<Plus size={15} />} onClick={pick} />
          </div>
          <ul className="-mx-2">
            {coming.map((name) => (
              <li key={name} className="row-height flex items-center px-2 text-text-3" role="status">
                {t("files.bringing", { name })}
              </li>
            ))}
            {attachments.map((attachment) => (
              <Row key={attachment.id} attachment={attachment} onRemove={() => setGoing(attachment)} />
            ))}
          </ul>
        </>
      )}
      <Confirm
        isOpen={going !== undefined}
        onClose={() => setGoing(undefined)}
        title={t("files.removeTitle", { name: going ? nameOf(going) : "" })}
        action={t("files.removeAction")}
        isBusy={detach.isPending}
        onConfirm={() => going && detach.mutate(going.id, { onSettled: () => setGoing(undefined) })}
      >
        {t("files.removeWhy")}
      </Confirm>
    </section>
  );
}
