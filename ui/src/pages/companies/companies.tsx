// All companies.
import { NotBuilt } from "@/pages/lost/not-built";

export default function CompaniesPage() {
  return <NotBuilt title="companies.title" />;
}
