// Tries the settings of a form on the server's machine, before or after they are saved.
import { FlaskConical } from "lucide-react";
import { useTrySettings } from "@/api/adapters";
import { sayError } from "@/api/error";
import { useCompany } from "@/company";
import { type Check, CheckList } from "@/components/check-list";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import type { AgentDraft } from "./agent-draft";

export function TrySettings({ draft }: { draft: AgentDraft }) {
  const t = useT();
  const { id: company } = useCompany();
  const tried = useTrySettings(company);
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <span>
        <Button
          icon={<FlaskConical size={14} />}
          isBusy={tried.isPending}
          onClick={() =>
            tried.mutate({
              adapterType: draft.adapterType,
              adapterConfig: { ...draft.adapterConfig },
              environmentId: draft.defaultEnvironmentId,
            })
          }
        >
          {t("agent.try")}
        </Button>
      </span>
      {tried.isError && <p className="text-bad-ink">{sayError(tried.error, t)}</p>}
      {tried.data && (
        <Card>
          <CheckList checks={(tried.data.checks ?? []) as Check[]} isGood={tried.data.status === "pass"} />
        </Card>
      )}
    </div>
  );
}
