// The frame of all settings: two named groups at the left, on a phone a strip above.
import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "@/company";
import { paths } from "@/paths";
import { Page } from "@/shell/page";
import { type TextKey, useT } from "@/texts/locale";
import { cx } from "@/ui/class-names";
import { Link } from "@/ui/link";

const GROUPS: Array<{
  id: string;
  label: TextKey;
  pages: Array<{ label: TextKey; to: (prefix: string) => string }>;
}> = [
  {
    id: "company",
    label: "settings.company",
    pages: [{ label: "settings.general", to: paths.settings }],
  },
  {
    id: "instance",
    label: "settings.instance",
    pages: [
      { label: "settings.profile", to: paths.profile },
      { label: "settings.server", to: paths.instance },
      { label: "settings.environments", to: paths.environments },
      { label: "settings.allCompanies", to: paths.companies },
    ],
  },
];

export function SettingsPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useT();
  const { issuePrefix } = useCompany();
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <Page title={title} crumbs={[{ label: t("settings.title"), to: paths.settings(issuePrefix) }]}>
      <div className="flex min-h-full flex-col md:flex-row">
        <nav
          aria-label={t("settings.navigation")}
          className="flex shrink-0 gap-1 overflow-x-auto border-line px-2 py-2 max-md:border-b md:w-52 md:flex-col md:gap-0 md:px-3 md:py-5"
        >
          {GROUPS.map((group) => (
            <div key={group.id} className="flex gap-1 md:mb-4 md:flex-col md:gap-px">
              <h2 className="px-2 pb-1 text-text-3 text-xs max-md:hidden">{t(group.label)}</h2>
              {group.pages.map((page) => {
                const to = page.to(issuePrefix);
                return (
                  <Link
                    key={page.label}
                    to={to}
                    aria-current={path === to ? "page" : undefined}
                    className={cx(
                      "flex h-7 shrink-0 items-center rounded-m px-2 transition-colors pointer-coarse:h-9",
                      path === to
                        ? "bg-surface-3/80 font-medium"
                        : "text-text-2 hover:bg-surface-2 hover:text-text",
                    )}
                  >
                    {t(page.label)}
                  </Link>
                );
              })}
            </div>
          ))}
        </nav>
        <div className="min-w-0 max-w-[680px] grow px-4 py-6 md:px-8">{children}</div>
      </div>
    </Page>
  );
}

/** A part of a page of settings, with its heading. */
export function Group({ title, why, children }: { title: string; why?: string; children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="font-semibold text-md">{title}</h2>
      {why && <p className="text-text-3">{why}</p>}
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </section>
  );
}
