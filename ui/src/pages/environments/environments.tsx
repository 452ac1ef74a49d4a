// Where runs execute: each environment with who holds a place there right now.
import { Ellipsis, FlaskConical, Pencil, Plus, Server, Trash2 } from "lucide-react";
import { useState } from "react";
import { useActions } from "@/actions/registry";
import { useCapabilities, useEnvironments, useProbe } from "@/api/environments";
import { sayError } from "@/api/error";
import type { Environment } from "@/api/types";
import { useCompany } from "@/company";
import { useGo } from "@/navigation";
import { paths } from "@/paths";
import { Column, Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Button, IconButton } from "@/ui/button";
import { Card } from "@/ui/card";
import { Menu } from "@/ui/menu";
import { Empty, Failed, SkeletonRows } from "@/ui/states";
import { StatusChip } from "@/ui/status";
import { DeleteEnvironment } from "./delete-environment";
import { kindOf, labelOf } from "./environment-draft";
import { ProbeResult } from "./environment-form";
import { Leases } from "./leases";

function EnvironmentCard({ environment, onDelete }: { environment: Environment; onDelete: () => void }) {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const { data: capabilities } = useCapabilities(company);
  const probe = useProbe(company);
  return (
    <Card>
      <header className="flex items-center gap-3 px-4 py-3">
        <Server size={18} className="shrink-0 text-text-3" />
        <div className="min-w-0 grow">
          <h2 className="flex flex-wrap items-center gap-x-2 font-semibold">
            <span className="truncate">{environment.name}</span>
            <span className="shrink-0 font-normal text-text-3">
              {labelOf(kindOf(environment), capabilities, t)}
            </span>
            {environment.status === "archived" && <StatusChip status="archived" className="font-normal" />}
          </h2>
          {environment.description && <p className="text-text-2">{environment.description}</p>}
        </div>
        <Button
          size="s"
          icon={<FlaskConical size={12} />}
          isBusy={probe.isPending}
          onClick={() => probe.mutate(environment.id)}
        >
          {t("environments.probe")}
        </Button>
        <Menu
          align="end"
          entries={[
            {
              id: "edit",
              label: t("common.edit"),
              icon: <Pencil size={14} />,
              onSelect: () => go(paths.environment(issuePrefix, environment.id)),
            },
            {
              id: "delete",
              label: t("environments.delete"),
              icon: <Trash2 size={14} />,
              isDanger: true,
              onSelect: onDelete,
            },
          ]}
        >
          <IconButton
            label={t("agents.actionsFor", { name: environment.name })}
            icon={<Ellipsis size={16} />}
          />
        </Menu>
      </header>
      {(probe.data || probe.isError) && (
        <div className="border-line border-t bg-surface-2 px-4 py-2.5">
          {probe.data ? (
            <ProbeResult probe={probe.data} />
          ) : (
            <p role="alert" className="text-bad-ink">
              {sayError(probe.error, t)}
            </p>
          )}
        </div>
      )}
      <div className="border-line border-t">
        <Leases environment={environment} />
      </div>
    </Card>
  );
}

export default function EnvironmentsPage() {
  const t = useT();
  const go = useGo();
  const { id: company, issuePrefix } = useCompany();
  const list = useEnvironments(company);
  const [asked, setAsked] = useState<Environment>();
  const add = () => go(paths.newEnvironment(issuePrefix));
  useActions([
    { id: "new-environment", label: "environments.new", group: "page", keys: "n", icon: Plus, run: add },
  ]);
  const make = (
    <Button tone="primary" icon={<Plus size={14} />} onClick={add}>
      {t("environments.new")}
    </Button>
  );
  return (
    <Page title={t("environments.title")} actions={make}>
      {list.isPending ? (
        <SkeletonRows />
      ) : list.isError && !list.data ? (
        <Failed error={list.error} what={t("environments.title")} onRetry={() => list.refetch()} />
      ) : list.data.length === 0 ? (
        <Empty icon={<Server size={20} />} title={t("environments.emptyTitle")} action={make}>
          {t("environments.empty")}
        </Empty>
      ) : (
        <Column isWide>
          <p className="mb-4 text-text-2">{t("environments.empty")}</p>
          <ul className="flex flex-col gap-4">
            {list.data.map((environment) => (
              <li key={environment.id}>
                <EnvironmentCard environment={environment} onDelete={() => setAsked(environment)} />
              </li>
            ))}
          </ul>
        </Column>
      )}
      {asked && <DeleteEnvironment environment={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}
