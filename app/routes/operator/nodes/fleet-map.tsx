import type { MapNode } from "./map-nodes";
import { classes } from "~/ui/classes";
import { Link } from "~/ui/link";

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

/** One square. The mouse opens its node; the keyboard has the filter, and is spared a thousand stops. */
function FleetMapNode({ node }: { node: MapNode }) {
  return (
    <Link
      to={`?q=${encodeURIComponent(node.name)}`}
      tabIndex={-1}
      aria-hidden="true"
      title={node.mark === "" ? node.name : `${node.name}, ${MARK_WORDS[node.mark]}`}
      className={classes("size-3.5 rounded-[3px] border hover:ring-2 hover:ring-ring", colour(node))}
    />
  );
}

const MARK_WORDS = { flagged: "needs attention", kept: "kept free" };

const FILLS = ["bg-sunken", "border-transparent bg-accent/30", "border-transparent bg-accent/50"];
const FULLER = ["border-transparent bg-accent/75", "border-transparent bg-accent"];

function colour({ fill, mark }: MapNode): string | undefined {
  if (mark === "flagged") return "border-transparent bg-danger-fill";
  if (mark === "kept") return "border-warn bg-warn-soft";
  return [...FILLS, ...FULLER][fill];
}
