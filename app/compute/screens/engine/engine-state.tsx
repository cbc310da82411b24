import type { SerializeFrom } from "@remix-run/node";
import { ENGINE_NAMES } from "~/compute/engine-kinds";
import type { TokenNotice } from "~/compute/inside/engines/token-notice";
import type { EngineView } from "~/compute/inside/engines/read-engine.server";
import { Banner } from "~/platform/ui/banner";
import { Facts } from "~/platform/ui/facts";
import { formatDateTime } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { StatusDot } from "~/platform/ui/status-dot";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";

const WORDS = { ok: "Answers", unreachable: "Does not answer", unusable: "Cannot be asked" } as const;

interface EngineStateProps {
  engine: SerializeFrom<EngineView>;
  token: TokenNotice | null;
  /** True if the viewer may stop requests for new places. */
  mayHold: boolean;
}

/** State of the engine, and the places that are open there. */
export function EngineState({ engine, token, mayHold }: EngineStateProps) {
  const { state, stateAt, why, credentialsUntil, heldAt, waiting, running, url } = engine;
  const name = ENGINE_NAMES[engine.kind];
  return (
    <Panel title={name} actions={mayHold ? <HoldButton held={heldAt !== null} /> : null}>
      {heldAt === null ? null : (
        <div className="mb-4">
          <Banner tone="warn">
            {name} has been asked for no new places since <Time epochSeconds={Date.parse(heldAt) / 1000} zoned />.
            Running tasks go on; new ones wait.
          </Banner>
        </div>
      )}
      {state === "ok" || token === "ended" ? null : (
        <div className="mb-4">
          <Banner tone="danger">
            {WORDS[state]} since {formatDateTime(Date.parse(stateAt) / 1000)} UTC: {why}. Running tasks go on; new ones
            wait.
          </Banner>
        </div>
      )}
      {token === null || !credentialsUntil ? null : (
        <div className="mb-4">
          <Banner tone={token === 7 ? "warn" : "danger"}>
            The token for {name} {token === "ended" ? "has ended: " : "ends soon: "}
            <Time epochSeconds={Date.parse(credentialsUntil) / 1000} zoned />.{" "}
            {token === "ended"
              ? `Nothing is asked of ${name} until there is a new one. Running tasks go on; new ones wait.`
              : `After that nothing is asked of ${name}. An admin, or a script of the site, gives a new one.`}
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
            value: credentialsUntil ? <Time epochSeconds={Date.parse(credentialsUntil) / 1000} /> : "no end",
          },
        ]}
      />
    </Panel>
  );
}

/** Always possible, whatever rights Millrace has at the site: it drains the cluster from here. */
function HoldButton({ held }: { held: boolean }) {
  return (
    <PostForm intent={held ? "release" : "hold"}>
      <SubmitButton intent={held ? "release" : "hold"} look="secondary" size="small">
        {held ? "Ask for places again" : "Ask for no new places"}
      </SubmitButton>
    </PostForm>
  );
}
