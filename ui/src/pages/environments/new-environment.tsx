// A new environment.
import { useCapabilities } from "@/api/environments";
import { useCompany } from "@/company";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { useT } from "@/texts/locale";
import { Failed, SkeletonRows } from "@/ui/states";
import { EnvironmentForm } from "./environment-form";

export default function NewEnvironmentPage() {
  const t = useT();
  const { id: company, issuePrefix } = useCompany();
  const capabilities = useCapabilities(company);
  return (
    <Page
      title={t("environments.new")}
      crumbs={[{ label: t("environments.title"), to: paths.environments(issuePrefix) }]}
    >
      {capabilities.isPending ? (
        <SkeletonRows />
      ) : capabilities.isError && !capabilities.data ? (
        <Failed
          error={capabilities.error}
          what={t("environments.kind")}
          onRetry={() => capabilities.refetch()}
        />
      ) : (
        <EnvironmentForm capabilities={capabilities.data} />
      )}
    </Page>
  );
}
