import type { SerializeFrom } from "@remix-run/node";
import type { EngineView } from "~/compute/inside/engines/read-engine.server";
import { Banner } from "~/platform/ui/banner";
import { Facts } from "~/platform/ui/facts";
import { formatDate, formatDateTime } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { StatusDot } from "~/platform/ui/status-dot";

const WORDS = { ok: "Answers", unreachable: "Does not answer", unusable: "Cannot be asked" } as const;

/** State of the engine, and the places that are open there. */
export function EngineState({ engine }: { engine: SerializeFrom<EngineView> }) {
  const { state, stateAt, why, credentialsUntil, waiting, running, url } = engine;
  return (
    <Panel title="Slurm">
      {state === "ok" ? null : (
        <div className="mb-4">
          <Banner tone="danger">
            {WORDS[state]} since {formatDateTime(Date.parse(stateAt) / 1000)} UTC: {why}. Running tasks go on; new ones
            wait.
          </Banner>
        </div>
      )}
      <Facts
        facts={[
          { label: "State", value: <StatusDot tone={state === "ok" ? "ok" : "danger"}>{WORDS[state]}</StatusDot> },
          { label: "Address", value: url },
          { label: "Waiting for a machine", value: waiting },
          { label: "With a task", value: running },
          {
            label: "Token until",
            value: credentialsUntil ? formatDate(Date.parse(credentialsUntil) / 1000) : "no end",
          },
        ]}
      />
    </Panel>
  );
}
