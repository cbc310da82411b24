import type { EndpointRow } from "~/accounts/inside/endpoints/list-endpoints.server";
import { Banner } from "~/platform/ui/banner";
import { Time } from "~/platform/ui/time";

const OFF: Record<Exclude<EndpointRow["state"], "on">, string> = {
  off: "You switched this endpoint off. Nothing is sent there, and events in the meantime are not sent later.",
  gone: "It returned 410, so it was switched off. Nothing is sent there until you switch it on.",
  failing: "It accepted nothing for five days, so it was switched off. Nothing is sent there until you switch it on.",
};

/** Explains the fault of an endpoint; empty if it works. */
export function StandingNote({ endpoint: { state, failing_ts } }: { endpoint: EndpointRow }) {
  if (state !== "on") return <Banner tone={state === "off" ? "neutral" : "danger"}>{OFF[state]}</Banner>;
  if (failing_ts === 0) return null;
  return (
    <Banner tone="warn">
      It has accepted nothing since <Time epochSeconds={failing_ts} />. Each delivery is retried for about 28 hours;
      after five days the endpoint is switched off.
    </Banner>
  );
}
