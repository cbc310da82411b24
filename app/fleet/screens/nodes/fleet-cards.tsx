import { useCallback, useMemo } from "react";
import type { FleetProps } from "./fleet";
import { MapPanel, NodesSection } from "./fleet-parts";
import type { MapNode } from "./map-nodes";
import type { DrainFlag } from "./modes";
import { NodeCard } from "./node-card";
import type { NodeView } from "./node-view";
import { withWish } from "./use-drain";
import { useFleet } from "./use-fleet";

/** One page of nodes as cards, below a map if there are more pages. */
export function FleetCards({ loaded, apiKey, draining: { drain, wishes, refetched } }: FleetProps) {
  const { views, ageSeconds } = useFleet(loaded, { apiKey, refetched });
  const map = useMemo(() => JSON.parse(loaded.map) as MapNode[], [loaded.map]);
  const onDrain = useCallback((view: NodeView, flag: DrainFlag) => void drain(view.node, flag), [drain]);
  const { mayDrain, mayRetire } = loaded;
  return (
    <>
      {map.length > 0 ? <MapPanel nodes={map} by={loaded.filter.map} /> : null}
      <NodesSection loaded={loaded} ageSeconds={ageSeconds}>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
          {views.map((view) => (
            <NodeCard
              key={view.node.node_name}
              view={withWish(view, wishes)}
              plans={loaded.plans[view.node.node_name]}
              mayDrain={mayDrain}
              mayRetire={mayRetire}
              onDrain={onDrain}
            />
          ))}
        </div>
      </NodesSection>
    </>
  );
}
