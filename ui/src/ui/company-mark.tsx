// A company's logo, or its first letter on its colour.
import type { Company } from "@/api/types";
import { hued } from "./hue";

export function CompanyMark({
  company,
  size = 20,
}: {
  company: Pick<Company, "id" | "name" | "logoUrl">;
  size?: number;
}) {
  if (company.logoUrl)
    return (
      <img
        src={company.logoUrl}
        alt=""
        width={size}
        height={size}
        className="shrink-0 rounded-[26%] object-cover"
      />
    );
  return (
    <span
      aria-hidden="true"
      className="hued grid shrink-0 select-none place-items-center rounded-[26%] bg-hued font-semibold text-surface"
      style={{ ...hued(company.id), width: size, height: size, fontSize: Math.round(size * 0.52) }}
    >
      {[...company.name][0]?.toUpperCase()}
    </span>
  );
}
