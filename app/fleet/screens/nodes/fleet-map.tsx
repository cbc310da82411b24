import { memo, useMemo } from "react";
import { useScripted } from "~/platform/ui/use-scripted";
import { clustersOf, type MapNode, shadeOf, squareText } from "./map-nodes";

interface FleetMapProps {
  nodes: MapNode[];
  by: "load" | "state";
}

/** Each cluster as a field of small squares, one per node, for more nodes than a page can hold. */
export const FleetMap = memo(function FleetMap({ nodes, by }: FleetMapProps) {
  const clusters = useMemo(() => clustersOf(nodes), [nodes]);
  const html = useScripted() ? linkHtml : squareHtml;
  return (
    <div className="flex flex-col gap-4">
      {clusters.map(({ name, nodes: members }) => (
        <section key={name} aria-label={`Map of ${name}`}>
          <h3 className="mb-1.5 text-sm font-medium">
            {name} <span className="font-normal text-muted tabular-nums">{members.length} nodes</span>
          </h3>
          <Squares html={members.map((node) => html(node, by)).join("")} />
        </section>
      ))}
      <Legend by={by} />
    </div>
  );
});

/**
 * Shows the squares of a cluster as one HTML text. A thousand React elements would dominate rendering on the server and
 * hydration in the browser. The text is replaced only when a square changes.
 */
const Squares = memo(function Squares({ html }: { html: string }) {
  return <div className="fleet-map" aria-hidden="true" dangerouslySetInnerHTML={{ __html: html }} />;
});

/** Square as the server writes it, without a link, because there may be a thousand; the list has the links. */
function squareHtml(node: MapNode, by: "load" | "state"): string {
  return `<i data-shade="${shadeOf(node, by)}"></i>`;
}

/** The mouse opens its node; the keyboard has the list below, and is spared a thousand stops. */
function linkHtml(node: MapNode, by: "load" | "state"): string {
  const name = escaped(node.node_name);
  return `<a href="/dashboard/nodes/${name}" data-discover tabindex="-1" data-shade="${shadeOf(node, by)}" title="${escaped(squareText(node))}"></a>`;
}

/** Escapes HTML, so that the map does not depend on the rules for names (9.4). */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

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
