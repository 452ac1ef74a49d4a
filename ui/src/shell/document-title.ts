// The title of the window and its icon: how much needs the user, what is open, in which company.
import { useContext, useEffect } from "react";
import { useInboxCount } from "@/api/inbox";
import { CompanyContext } from "@/company";

export function useDocumentTitle(title: string) {
  const company = useContext(CompanyContext);
  const count = useInboxCount(company?.id ?? "") ?? 0;
  const name = company?.name ?? "Wireclip";

  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ""}${title} · ${name}`;
    const icon = document.getElementById("favicon");
    icon?.setAttribute("href", count > 0 ? "/favicon-attention.svg" : "/favicon.svg");
  }, [count, title, name]);
}
