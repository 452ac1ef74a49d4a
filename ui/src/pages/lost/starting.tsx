// While a page's code is on its way: the frame stays, the content is a few grey bars.
import { SkeletonRows } from "@/ui/states";

export function Starting() {
  return (
    <div className="grow bg-surface pt-12">
      <SkeletonRows />
    </div>
  );
}
