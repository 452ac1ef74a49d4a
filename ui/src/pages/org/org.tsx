// The company as a picture.
import { NotBuilt } from "@/pages/lost/not-built";

export default function OrgPage() {
  return <NotBuilt title="org.title" />;
}
