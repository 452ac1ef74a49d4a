// Settings of the company.
import { NotBuilt } from "@/pages/lost/not-built";

export default function GeneralSettingsPage() {
  return <NotBuilt title="settings.title" />;
}
