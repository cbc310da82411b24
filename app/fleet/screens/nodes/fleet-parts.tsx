import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { CsvLink } from "~/platform/ui/csv-link";
import { Empty } from "~/platform/ui/empty";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Stale } from "~/platform/ui/stale";
import { TextLink } from "~/platform/ui/text-link";
import type { FleetProps } from "./fleet";
import { FleetMap } from "./fleet-map";
import type { MapNode } from "./map-nodes";

/** The map, coloured by how full the nodes are or by their state. */
export function MapPanel({ nodes, by }: { nodes: MapNode[]; by: "load" | "state" }) {
  const to = useAddressWith();
  const choices = [
    { label: "Load", to: to("map", "load"), current: by === "load" },
    { label: "State", to: to("map", "state"), current: by === "state" },
  ];
  return (
    <Panel title="Map" lead="One square per node." actions={<ChoiceLinks label="Map by" choices={choices} />}>
      <FleetMap nodes={nodes} by={by} />
    </Panel>
  );
}

interface NodesSectionProps {
  loaded: FleetProps["loaded"];
  ageSeconds: number | null;
  children: ReactNode;
}

/** The number of nodes and their display, above one page of them. */
export function NodesSection({ loaded, ageSeconds, children }: NodesSectionProps) {
  const to = useAddressWith();
  const { found, list, page, pages, counts } = loaded;
  const choices = [
    { label: "Cards", to: to("view", "cards"), current: !list },
    { label: "List", to: to("view", "list"), current: list },
  ];
  return (
    <section aria-label="Nodes" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-sm text-muted tabular-nums">{found === 1 ? "1 node" : `${found} nodes`}</h2>
        <span className="flex items-center gap-3">
          <Stale ageSeconds={ageSeconds} />
          {found > 0 ? <CsvLink of="these nodes" /> : null}
          <ChoiceLinks label="Shown as" choices={choices} />
        </span>
      </div>
      {found === 0 ? <NoNodes any={counts.nodes > 0} /> : null}
      {children}
      {pages > 1 ? (
        <div className="rounded-panel border bg-surface shadow-panel [&>nav]:border-t-0">
          <Pager page={page} pages={pages} />
        </div>
      ) : null}
    </section>
  );
}

function NoNodes({ any }: { any: boolean }) {
  return (
    <Panel>
      {any ? (
        <Empty title="No node matches">
          <TextLink to="/dashboard/nodes">Show all nodes</TextLink>
        </Empty>
      ) : (
        <Empty title="No nodes yet">An admin adds the first one with ‘Add node’.</Empty>
      )}
    </Panel>
  );
}

/** Returns a function that changes one choice of this address, from its first page. */
function useAddressWith(): (name: string, value: string) => string {
  const [search] = useSearchParams();
  return (name, value) => {
    const next = new URLSearchParams(search);
    next.delete("page");
    next.set(name, value);
    return `?${next.toString()}`;
  };
}
