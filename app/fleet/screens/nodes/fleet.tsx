import { useEffect, useState } from "react";
import { ApiKeyInput } from "./api-key-input";
import { FleetCards } from "./fleet-cards";
import { FleetFilterForm } from "./fleet-filter-form";
import { FleetLines } from "./fleet-lines";
import { ModeForm } from "./mode-switch";
import type { readNodesScreen } from "./read-nodes-screen.server";
import { AskRetireForm } from "./retire-node";
import { useDrain } from "./use-drain";

type Loaded = Awaited<ReturnType<typeof readNodesScreen>>;

export interface FleetProps {
  loaded: Loaded;
  apiKey: string;
  draining: ReturnType<typeof useDrain>;
}

/** The filter, and one page of nodes as cards or as lines. */
export function Fleet({ loaded }: { loaded: Loaded }) {
  const [apiKey, setApiKey] = useApiKey();
  const draining = useDrain(apiKey);
  const Nodes = loaded.list ? FleetLines : FleetCards;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <FleetFilterForm
          filter={loaded.filter}
          choices={loaded.choices}
          whole={loaded.list}
          find={loaded.find}
          ticks={loaded.ticks}
        />
        {loaded.mayDrain ? <ApiKeyInput apiKey={apiKey} onChange={setApiKey} /> : null}
      </div>
      {loaded.mayDrain ? <ModeForm /> : null}
      {loaded.mayRetire ? <AskRetireForm /> : null}
      <Nodes loaded={loaded} apiKey={apiKey} draining={draining} />
    </>
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
