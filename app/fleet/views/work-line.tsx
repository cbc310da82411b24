import type { WorkEntry } from "~/fleet/read-planned-work.server";
import { TextLink } from "~/platform/ui/text-link";
import { ForecastLine } from "./forecast-line";
import { PlanLine } from "./plan-line";
import { counted } from "~/platform/counted";

/** A node or a rolling drain, and what is planned for it, as two cells of a list. */
export function WorkLine({ entry: { node, rolling } }: { entry: WorkEntry }) {
  if (rolling)
    return (
      <>
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <TextLink to={`/dashboard/maintenance/${rolling.id}`}>{rolling.name}</TextLink>
        </span>
        <span className="max-md:col-start-2">
          {`Rolling drain, ${rolling.counts.done} of ${counted(rolling.counts.all, "node")} done. Last node empty `}
          <ForecastLine
            forecast={rolling.forecast}
            emptyByTs={rolling.empty_by_ts}
            paused={rolling.state === "paused"}
          />
        </span>
      </>
    );
  if (!node) return null;
  return (
    <>
      <span className="min-w-0">
        <span className="block font-medium [overflow-wrap:anywhere]">
          <TextLink to={`/dashboard/nodes/${node.node_name}`}>{node.node_name}</TextLink>
        </span>
        <span className="block text-muted">
          {[node.cluster_name, node.gpu_type, ...(node.rack === "" ? [] : [`Rack ${node.rack}`])].join(" · ")}
        </span>
      </span>
      <span className="max-md:col-start-2">
        <PlanLine plans={node} />
        {node.tasks === 0 ? null : (
          <span className="block text-muted">
            {counted(node.gpus, "GPU")} of {counted(node.tenants, "tenant")} are held.
          </span>
        )}
      </span>
    </>
  );
}
