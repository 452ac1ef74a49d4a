// Settings of the person.
import { NotBuilt } from "@/pages/lost/not-built";

export default function ProfilePage() {
  return <NotBuilt title="settings.title" />;
}
