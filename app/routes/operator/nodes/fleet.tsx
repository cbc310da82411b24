import { useCallback, useEffect, useState } from "react";
import { Empty } from "~/ui/empty";
import { Pager } from "~/ui/pager";
import { Panel } from "~/ui/panel";
import { Stale } from "~/ui/stale";
import { TextLink } from "~/ui/text-link";
import { ApiKeyInput } from "./api-key-input";
import { FleetFilterForm } from "./fleet-filter-form";
import { FleetMap } from "./fleet-map";
import type { DrainFlag } from "./modes";
import { NodeCard } from "./node-card";
import type { NodeView } from "./node-view";
import { AskRetireForm } from "./retire-node";
import type { readNodesScreen } from "./read-nodes-screen.server";
import { useDrain, withWish } from "./use-drain";
import { useFleet } from "./use-fleet";

type Loaded = Awaited<ReturnType<typeof readNodesScreen>>;

/** Filter, map and the cards of one page of nodes. */
export function Fleet({ loaded }: { loaded: Loaded }) {
  const [apiKey, setApiKey] = useApiKey();
  const { drain, wishes, refetched } = useDrain(apiKey);
  const { views, ageSeconds } = useFleet(loaded, { apiKey, refetched });
  const onDrain = useCallback((view: NodeView, flag: DrainFlag) => void drain(view, flag), [drain]);
  const { mayDrain, mayRetire } = loaded;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <FleetFilterForm filter={loaded.filter} clusters={loaded.clusters} find={loaded.find} />
        {mayDrain ? <ApiKeyInput apiKey={apiKey} onChange={setApiKey} /> : null}
      </div>
      {loaded.map.length > 0 ? (
        <Panel
          title="Map"
          lead="One square per node, stronger in colour the fuller it is. Red needs attention, amber takes no new tasks."
        >
          <FleetMap clusters={loaded.map} />
        </Panel>
      ) : null}
      {mayRetire ? <AskRetireForm /> : null}
      <section aria-label="Nodes" className="flex flex-col gap-3">
        <div className="flex justify-between gap-4">
          <h2 className="text-sm text-muted tabular-nums">{loaded.found === 1 ? "1 node" : `${loaded.found} nodes`}</h2>
          <Stale ageSeconds={ageSeconds} />
        </div>
        {views.length === 0 ? <NoNodes any={loaded.counts.nodes > 0} /> : null}
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4">
          {views.map((view) => (
            <NodeCard
              key={view.node.node_name}
              view={withWish(view, wishes)}
              mayDrain={mayDrain}
              mayRetire={mayRetire}
              onDrain={onDrain}
            />
          ))}
        </div>
        {loaded.pages > 1 ? (
          <div className="rounded-panel border bg-surface shadow-panel [&>nav]:border-t-0">
            <Pager page={loaded.page} pages={loaded.pages} />
          </div>
        ) : null}
      </section>
    </>
  );
}

function NoNodes({ any }: { any: boolean }) {
  return (
    <Panel>
      {any ? (
        <Empty title="No node is like that">
          <TextLink to="/dashboard/nodes">Show all nodes</TextLink>
        </Empty>
      ) : (
        <Empty title="No nodes yet">An admin adds the first one with ‘Add node’.</Empty>
      )}
    </Panel>
  );
}

const STORED_AS = "millrace.api_key";

/** The operator's API key, kept for this browser tab only; empty means the session (2.4). */
function useApiKey(): [apiKey: string, setApiKey: (apiKey: string) => void] {
  const [apiKey, setApiKey] = useState("");
  useEffect(() => setApiKey(sessionStorage.getItem(STORED_AS) ?? ""), []);
  const keep = (given: string) => {
    const trimmed = given.trim();
    setApiKey(trimmed);
    if (trimmed === "") sessionStorage.removeItem(STORED_AS);
    else sessionStorage.setItem(STORED_AS, trimmed);
  };
  return [apiKey, keep];
}
