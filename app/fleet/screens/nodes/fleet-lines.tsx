import { useCallback, useMemo } from "react";
import type { FleetProps } from "./fleet";
import { FleetList } from "./fleet-list";
import { MapPanel, NodesSection } from "./fleet-parts";
import type { MapNode } from "./map-nodes";
import type { DrainFlag } from "./modes";
import { wishedMode } from "./use-drain";
import { useFleetList } from "./use-fleet-list";

/** One page of nodes as lines, below the map of all found ones. */
export function FleetLines({ loaded, apiKey, draining: { drain, wishes, refetched } }: FleetProps) {
  const given = useMemo(
    () => ({ rows: loaded.rows, map: JSON.parse(loaded.map) as MapNode[], atMs: loaded.atMs }),
    [loaded.rows, loaded.map, loaded.atMs],
  );
  const { rows, map, ageSeconds } = useFleetList(given, { apiKey, refetched });
  const shown = useMemo(
    () =>
      rows.map(({ row, version }) => ({
        version,
        row: { ...row, drain: wishedMode({ node_name: row.node_name, drain: row.drain, version }, wishes) },
      })),
    [rows, wishes],
  );
  const onDrain = useCallback(
    (node: { node_name: string; version: number }, flag: DrainFlag) => void drain(node, flag),
    [drain],
  );
  const { filter, found, mayDrain } = loaded;
  return (
    <>
      {map.length > 0 ? <MapPanel nodes={map} by={filter.map} /> : null}
      <NodesSection loaded={loaded} ageSeconds={ageSeconds}>
        {shown.length > 0 ? (
          <FleetList
            rows={shown}
            plans={loaded.plans}
            found={found}
            sort={filter.sort}
            mayDrain={mayDrain}
            ticks={loaded.ticks}
            onDrain={onDrain}
          />
        ) : null}
      </NodesSection>
    </>
  );
}
