// Settings of the instance.
import { NotBuilt } from "@/pages/lost/not-built";

export default function InstanceSettingsPage() {
  return <NotBuilt title="settings.title" />;
}
