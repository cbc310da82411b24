import { memo, useMemo } from "react";
import { Link } from "~/ui/link";
import { clustersOf, type MapNode, shadeOf, squareText } from "./map-nodes";

interface FleetMapProps {
  nodes: MapNode[];
  by: "load" | "state";
}

/** Each cluster as a field of small squares, one per node: a picture of more nodes than a page can hold. */
export const FleetMap = memo(function FleetMap({ nodes, by }: FleetMapProps) {
  const clusters = useMemo(() => clustersOf(nodes), [nodes]);
  return (
    <div className="flex flex-col gap-4">
      {clusters.map(({ name, nodes: members }) => (
        <section key={name} aria-label={`Map of ${name}`}>
          <h3 className="mb-1.5 text-sm font-medium">
            {name} <span className="font-normal text-muted tabular-nums">{members.length} nodes</span>
          </h3>
          <div className="fleet-map">
            {members.map((node) => (
              <Square key={node.node_name} name={node.node_name} shade={shadeOf(node, by)} text={squareText(node)} />
            ))}
          </div>
        </section>
      ))}
      <Legend by={by} />
    </div>
  );
});

/**
 * One square, drawn again only when it changes. The mouse opens its node; the keyboard has the table below, and is spared
 * a thousand stops.
 */
const Square = memo(function Square({ name, shade, text }: { name: string; shade: string; text: string }) {
  return <Link to={`/dashboard/nodes/${name}`} tabIndex={-1} aria-hidden="true" title={text} data-shade={shade} />;
});

const LEGENDS = {
  load: [
    ["0", "empty"],
    ["1", "up to a quarter"],
    ["2", "half"],
    ["3", "three quarters"],
    ["4", "full"],
    ["kept", "Drain or Upgrade"],
    ["flagged", "needs attention"],
  ],
  state: [
    ["norm", "Norm"],
    ["drain", "Drain"],
    ["upgrade", "Upgrade"],
    ["new", "never reported"],
    ["error", "error"],
    ["dead", "Dead"],
    ["flagged", "needs attention"],
  ],
} as const;

function Legend({ by }: { by: "load" | "state" }) {
  return (
    <ul className="fleet-legend">
      {LEGENDS[by].map(([shade, text]) => (
        <li key={shade}>
          <span data-shade={shade} /> {text}
        </li>
      ))}
    </ul>
  );
}
