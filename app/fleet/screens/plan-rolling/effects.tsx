import type { RollingPreview } from "~/fleet/inside/nodes/rolling/preview-rolling.server";
import { counted } from "~/platform/counted";
import { Banner } from "~/platform/ui/banner";
import { Empty } from "~/platform/ui/empty";

/** The chosen nodes in numbers, and those that have another plan. */
export function Effects({ preview }: { preview: RollingPreview }) {
  const { nodes, tasks, tenants, gpus, planned } = preview;
  const empty = nodes.filter((node) => node.tasks === 0).length;
  return (
    <div className="flex flex-col gap-4">
      {nodes.length === 0 ? (
        <Empty title="No node without a plan matches.">
          Choose another rack, or cancel the plan that these nodes have.
        </Empty>
      ) : (
        <p className="text-lg">
          {counted(nodes.length, "node")}.{" "}
          {tasks === 0
            ? "No task runs there."
            : `${counted(tasks, "task")} of ${counted(tenants, "tenant")} hold ${counted(gpus, "GPU")} there; ${empty === 0 ? "no node is" : empty === 1 ? "1 node is" : `${empty} nodes are`} empty.`}
        </p>
      )}
      {planned.length > 0 ? (
        <Banner tone="warn">
          {`${planned.length === 1 ? "1 node has" : `${planned.length} nodes have`} another plan and ${planned.length === 1 ? "is" : "are"} left out: ${planned
            .map(({ node, plan }) => `${node} (${plan})`)
            .join(", ")}.`}
        </Banner>
      ) : null}
    </div>
  );
}
