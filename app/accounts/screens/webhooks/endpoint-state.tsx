import type { EndpointRow } from "~/accounts/inside/endpoints/list-endpoints.server";
import { StatusDot } from "~/platform/ui/status-dot";

/** The state of an endpoint, in a word. */
export function EndpointState({ endpoint: { state, failing_ts } }: { endpoint: EndpointRow }) {
  if (state === "off") return <StatusDot>Off</StatusDot>;
  if (state === "gone") return <StatusDot tone="danger">Off: returned 410</StatusDot>;
  if (state === "failing") return <StatusDot tone="danger">Off: failed for 5 days</StatusDot>;
  return failing_ts > 0 ? <StatusDot tone="warn">Failing</StatusDot> : <StatusDot tone="ok">On</StatusDot>;
}
