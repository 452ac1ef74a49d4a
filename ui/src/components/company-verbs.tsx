// What can be done with a company: pause and resume, archive and bring back, delete.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, CirclePause, CirclePlay, type LucideIcon, Trash2 } from "lucide-react";
import { useState } from "react";
import { api, unwrap } from "@/api/client";
import { useHealth, useUpdateCompany } from "@/api/companies";
import { sayError } from "@/api/error";
import { keys } from "@/api/keys";
import { putAnswer } from "@/api/put-answer";
import type { Company } from "@/api/types";
import { type TextKey, useT } from "@/texts/locale";
import { Confirm } from "@/ui/dialog";
import { toast } from "@/ui/toast";

type Status = Company["status"];

export interface CompanyVerb {
  id: string;
  label: string;
  /** What it does, in a sentence. */
  why: string;
  icon: LucideIcon;
  isDanger?: boolean;
  run: () => void;
}

/** The verbs that fit a company as it stands, and the question before the last of them. */
export function useCompanyVerbs(company: Company, onDeleted?: () => void) {
  const t = useT();
  const client = useQueryClient();
  const update = useUpdateCompany();
  const [isAsking, setAsking] = useState(false);
  const { data: health } = useHealth();

  function set(status: Status, said: TextKey) {
    const before = company.status;
    update.mutate(
      { id: company.id, status },
      {
        onSuccess: () =>
          toast.done(t(said, { name: company.name }), () =>
            update.mutate({ id: company.id, status: before }),
          ),
        onError: (error) =>
          toast.failed(t("errors.changeFailed", { what: company.name }), sayError(error, t)),
      },
    );
  }

  const remove = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/companies/{companyId}", { params: { path: { companyId: company.id } } })),
    onSuccess: () => {
      setAsking(false);
      putAnswer<Company[]>(client, keys.companies, (all) => all?.filter((one) => one.id !== company.id));
      toast.done(t("companies.deleted", { name: company.name }));
      onDeleted?.();
    },
    onError: (error) => toast.failed(t("errors.changeFailed", { what: company.name }), sayError(error, t)),
  });

  const verbs: CompanyVerb[] = [];
  if (company.status === "active")
    verbs.push({
      id: "pause",
      label: t("companies.pause"),
      why: t("settings.pauseWhy"),
      icon: CirclePause,
      run: () => set("paused", "companies.paused"),
    });
  if (company.status === "paused")
    verbs.push({
      id: "resume",
      label: t("companies.resume"),
      why: t("settings.pauseWhy"),
      icon: CirclePlay,
      run: () => set("active", "companies.resumed"),
    });
  if (company.status === "archived")
    verbs.push({
      id: "restore",
      label: t("companies.restore"),
      why: t("settings.archiveWhy"),
      icon: ArchiveRestore,
      run: () => set("active", "companies.restored"),
    });
  else
    verbs.push({
      id: "archive",
      label: t("companies.archive"),
      why: t("settings.archiveWhy"),
      icon: Archive,
      run: () => set("archived", "companies.archived"),
    });
  if (health?.features.companyDeletionEnabled)
    verbs.push({
      id: "delete",
      label: t("companies.delete"),
      why: t("settings.deleteWhy"),
      icon: Trash2,
      isDanger: true,
      run: () => setAsking(true),
    });

  const question = isAsking && (
    <Confirm
      isOpen
      onClose={() => setAsking(false)}
      title={t("companies.deleteTitle", { name: company.name })}
      action={t("companies.delete")}
      typedName={company.name}
      typedLabel={t("companies.deleteType", { name: company.name })}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {t("companies.deleteWhy")}
    </Confirm>
  );
  return { verbs, question };
}
