import { FleetMapNode } from "./fleet-map-node";
import type { MapNode } from "./map-nodes";

/** Each cluster as a field of small squares, one per node: a picture of more nodes than a page of cards can hold. */
export function FleetMap({ clusters }: { clusters: { name: string; nodes: MapNode[] }[] }) {
  return (
    <div className="flex flex-col gap-4">
      {clusters.map(({ name, nodes }) => (
        <section key={name} aria-label={`Map of ${name}`}>
          <h3 className="mb-1.5 text-sm font-medium">
            {name} <span className="font-normal text-muted tabular-nums">{nodes.length} nodes</span>
          </h3>
          <div className="flex flex-wrap gap-[3px]">
            {nodes.map((node) => (
              <FleetMapNode key={node.name} node={node} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
