// A page that failed while it loaded or was drawn; the shell around it stands.
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { Unplug } from "lucide-react";
import { ApiError, sayError } from "@/api/error";
import { forgetKept } from "@/api/persistence";
import { useT } from "@/texts/locale";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/states";

export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const t = useT();
  const router = useRouter();
  const isAnswer = error instanceof ApiError;
  return (
    <main className="h-full grow overflow-auto bg-surface" role="alert">
      <Empty
        icon={<Unplug size={20} />}
        title={isAnswer ? sayError(error, t) : t("errors.pageBroke")}
        action={
          <Button
            tone="primary"
            onClick={async () => {
              // What the browser kept may be what cannot be drawn.
              if (!isAnswer) {
                await forgetKept();
                return location.reload();
              }
              reset();
              router.invalidate();
            }}
          >
            {t("common.retry")}
          </Button>
        }
      >
        {isAnswer ? undefined : t("errors.pageBrokeWhy")}
      </Empty>
      {!isAnswer && (
        <details className="mx-auto max-w-lg px-6 text-text-3 text-xs">
          <summary>{t("common.details")}</summary>
          <pre className="mt-2 whitespace-pre-wrap font-mono">
            {error instanceof Error ? error.message : String(error)}
          </pre>
        </details>
      )}
    </main>
  );
}
