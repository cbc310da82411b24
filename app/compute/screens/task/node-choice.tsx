import { ChoiceLinks } from "~/platform/ui/choice-links";
import { connectQuery } from "./tabs";

/** Choice of the node that the Connect tab shows, for a task on several nodes. */
export function NodeChoice({ node, count }: { node: number; count: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm">This task runs on {count} nodes. Connect to</p>
      <ChoiceLinks
        label="Node of the task"
        choices={Array.from({ length: count }, (_, rank) => ({
          label: `Node ${rank + 1}`,
          to: connectQuery(rank + 1),
          current: rank + 1 === node,
        }))}
      />
    </div>
  );
}
