import { memo } from "react";
import type { Figure } from "./heat";

interface Group {
  name: string;
  nodes: { node_name: string; gpus: [heat: string, value: string][] }[];
}

/** Groups of nodes, each with a cell per GPU: its number, on a colour. `groups` is JSON. */
export const HeatMap = memo(function HeatMap({ groups, figure }: { groups: string; figure: Figure }) {
  return (
    <div className="flex flex-col gap-6">
      {(JSON.parse(groups) as Group[]).map(({ name, nodes }) => (
        <section key={name} aria-label={name === "" ? "Without" : name}>
          <h3 className="mb-2 text-sm font-medium">
            {name === "" ? "Without" : name}{" "}
            <span className="font-normal text-muted tabular-nums">
              {nodes.length === 1 ? "1 node" : `${nodes.length} nodes`}
            </span>
          </h3>
          {/* One HTML text: a thousand elements of React would dominate rendering and hydration. */}
          <div className="heat-map" dangerouslySetInnerHTML={{ __html: nodes.map(nodeHtml).join("") }} />
        </section>
      ))}
      <ul className="heat-legend">
        {LEGENDS[figure].map(([heat, text]) => (
          <li key={heat}>
            <i data-heat={heat} /> {text}
          </li>
        ))}
      </ul>
    </div>
  );
});

function nodeHtml({ node_name, gpus }: Group["nodes"][number]): string {
  const name = escaped(node_name);
  const cells = gpus.map(([heat, value]) => `<i data-heat="${escaped(heat)}">${escaped(value) || "–"}</i>`).join("");
  return `<a href="/dashboard/nodes/${name}#history" data-discover><b>${name}</b><span>${cells}</span></a>`;
}

/** Escapes HTML, so that the map does not depend on the rules for names (9.4). */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

const SHARES = [
  ["0", "0"],
  ["1", "up to 25%"],
  ["2", "50%"],
  ["3", "75%"],
  ["4", "100%"],
] as const;
const UNKNOWN = ["", "does not report"] as const;

const LEGENDS: Record<Figure, readonly (readonly [heat: string, text: string])[]> = {
  load: [...SHARES, UNKNOWN],
  memory: [...SHARES, UNKNOWN],
  temperature: [
    ["0", "below 40 °C"],
    ["1", "40 °C"],
    ["2", "55 °C"],
    ["3", "70 °C"],
    ["4", "78 °C"],
    ["5", "84 °C and more"],
    UNKNOWN,
  ],
  power: [
    ["0", "almost nothing"],
    ["1", "15% of the most of its type"],
    ["2", "35%"],
    ["3", "60%"],
    ["4", "80%"],
    UNKNOWN,
  ],
  throttling: [
    ["0", "full clock"],
    ["1", "slowed by power, % of the minute"],
    ["3", "half of it"],
    ["5", "by heat"],
    UNKNOWN,
  ],
  errors: [["0", "no errors"], ["1", "corrected or link errors"], ["2", "ten and more"], ["5", "uncorrected"], UNKNOWN],
};
