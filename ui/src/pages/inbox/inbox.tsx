// What waits for a person.
import { NotBuilt } from "@/pages/lost/not-built";

export default function InboxPage() {
  return <NotBuilt title="inbox.title" />;
}
