// Settings of the company: what it is called, what it may spend, and what ends it.
import { type FormEvent, useState } from "react";
import { useUpdateCompany } from "@/api/companies";
import { sayError } from "@/api/error";
import type { Company } from "@/api/types";
import { useCompany } from "@/company";
import { useCompanyVerbs } from "@/components/company-verbs";
import { useGo } from "@/navigation";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { TextArea, TextField } from "@/ui/field";
import { Switch } from "@/ui/switch";
import { toast } from "@/ui/toast";
import { centsOf, dollarsOf } from "./amount";
import { Group, SettingsPage } from "./settings-page";

interface Form {
  name: string;
  description: string;
  budget: string;
}

const formOf = (company: Company): Form => ({
  name: company.name,
  description: company.description ?? "",
  budget: dollarsOf(company.budgetMonthlyCents),
});

function CompanyForm({ company }: { company: Company }) {
  const t = useT();
  const update = useUpdateCompany();
  const saved = formOf(company);
  const [changes, setChanges] = useState<Partial<Form>>({});
  const form = { ...saved, ...changes };
  const cents = centsOf(form.budget);
  const isChanged = (Object.keys(form) as Array<keyof Form>).some((field) => form[field] !== saved[field]);
  const isValid = form.name.trim() !== "" && cents !== undefined;
  const change = (values: Partial<Form>) => setChanges({ ...changes, ...values });

  function save(event: FormEvent) {
    event.preventDefault();
    if (!isChanged || !isValid) return;
    // The difference alone, so that nobody else's change is undone by it.
    update.mutate(
      {
        id: company.id,
        ...(form.name !== saved.name ? { name: form.name.trim() } : {}),
        ...(form.description !== saved.description ? { description: form.description.trim() || null } : {}),
        ...(form.budget !== saved.budget ? { budgetMonthlyCents: cents } : {}),
      },
      {
        onSuccess: () => {
          setChanges({});
          toast.done(t("settings.savedToast"));
        },
      },
    );
  }

  return (
    <form onSubmit={save} noValidate className="mb-10 flex flex-col gap-4">
      <TextField
        label={t("settings.name")}
        value={form.name}
        onValue={(name) => change({ name })}
        error={form.name.trim() ? undefined : t("settings.nameMissing")}
      />
      <TextArea
        label={t("settings.description")}
        isOptional
        hint={t("settings.descriptionHint")}
        value={form.description}
        onValue={(description) => change({ description })}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={t("settings.budget")}
          inputMode="decimal"
          placeholder={t("common.noLimit")}
          hint={t("settings.budgetHint")}
          value={form.budget}
          onValue={(budget) => change({ budget })}
          error={cents === undefined ? t("settings.budgetWrong") : undefined}
        />
        <TextField
          label={t("settings.prefix")}
          hint={t("settings.prefixHint")}
          value={company.issuePrefix}
          onValue={() => undefined}
          disabled
        />
      </div>
      {update.isError && (
        <p role="alert" className="rounded-m bg-bad-soft px-3 py-2 text-bad-ink">
          {sayError(update.error, t)}
        </p>
      )}
      {isChanged && (
        <div className="rising sticky bottom-3 flex items-center gap-2 rounded-l border border-line bg-overlay py-2 pr-2 pl-4 shadow-l">
          <span className="grow font-medium">{t("settings.unsaved")}</span>
          <Button tone="quiet" onClick={() => setChanges({})}>
            {t("settings.discard")}
          </Button>
          <Button type="submit" tone="primary" isBusy={update.isPending} disabled={!isValid}>
            {t("common.save")}
          </Button>
        </div>
      )}
    </form>
  );
}

export default function GeneralSettingsPage() {
  const t = useT();
  const go = useGo();
  const company = useCompany();
  const update = useUpdateCompany();
  const { verbs, question } = useCompanyVerbs(company, () => go("/"));
  return (
    <SettingsPage title={t("settings.generalTitle")}>
      <CompanyForm key={company.id} company={company} />
      <Group title={t("approvals.title")}>
        <Switch
          label={t("approvals.hiresAreAsked")}
          hint={t("approvals.hiresAreAskedWhy")}
          isOn={company.requireBoardApprovalForNewAgents}
          isDisabled={update.isPending}
          onChange={(requireBoardApprovalForNewAgents) =>
            update.mutate({ id: company.id, requireBoardApprovalForNewAgents })
          }
        />
      </Group>
      <Group title={t("settings.danger")}>
        <Card>
          {verbs.map((verb) => (
            <div key={verb.id} className="flex items-center gap-4 border-line px-4 py-3 not-first:border-t">
              <div className="min-w-0 grow">
                <p className="font-medium">{verb.label}</p>
                <p className="text-text-3">{verb.why}</p>
              </div>
              <Button
                tone={verb.isDanger ? "danger" : "secondary"}
                icon={<verb.icon size={14} />}
                onClick={verb.run}
              >
                {verb.label}
              </Button>
            </div>
          ))}
        </Card>
      </Group>
      {question}
    </SettingsPage>
  );
}
