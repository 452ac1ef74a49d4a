// Changing an environment.
import { useCapabilities, useEnvironments } from "@/api/environments";
import { useCompany } from "@/company";
import { useParam } from "@/navigation";
import { UnknownEntity } from "@/pages/lost/unknown-entity";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Failed, SkeletonRows } from "@/ui/states";
import { EnvironmentForm } from "./environment-form";

export default function EditEnvironmentPage() {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const word = useParam("environment");
  const capabilities = useCapabilities(company);
  const list = useEnvironments(company);
  const environment = list.data?.find((one) => one.id === word);
  const broken = [list, capabilities].find((query) => query.isError && !query.data);
  return (
    <Page
      title={environment?.name ?? t("environments.title")}
      crumbs={[{ label: t("environments.title"), to: paths.environments(issuePrefix) }]}
    >
      {broken ? (
        <Failed error={broken.error} what={t("environments.title")} onRetry={() => broken.refetch()} />
      ) : !list.data || !capabilities.data ? (
        <SkeletonRows />
      ) : environment ? (
        <EnvironmentForm key={environment.id} environment={environment} capabilities={capabilities.data} />
      ) : (
        <UnknownEntity
          what={t("environments.one")}
          name={word}
          list={{ label: t("environments.title"), to: paths.environments(issuePrefix) }}
        />
      )}
    </Page>
  );
}
