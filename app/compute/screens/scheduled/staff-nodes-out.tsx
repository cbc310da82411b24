import { Fragment } from "react";
import type { NodesOut, OutReason } from "~/compute/inside/capacity/list-nodes-out.server";
import { nodesOutText } from "~/compute/screens/nodes-out";
import { DayTime } from "~/fleet/views/plan-line";
import { formatSpan } from "~/platform/ui/format";
import { TextLink } from "~/platform/ui/text-link";

const WORDS: Record<OutReason, string> = {
  maintenance: "maintenance",
  silent: "not reporting",
  new: "no report yet",
  fault: "reports a fault",
  upgrade: "Upgrade",
  drain: "Drain",
  unsteady: "reports unsteadily",
  test: "waits for its self-test",
};

/** The nodes of a queue that are out of service: some by name, each with why and until when. */
export function StaffNodesOut({ out, nowTs }: { out: NodesOut; nowTs: number }) {
  const more = out.nodes - out.named.length;
  return (
    <span>
      {nodesOutText(out)}:{" "}
      {out.named.map((node, at) => (
        <Fragment key={node.name}>
          {at === 0 ? "" : ", "}
          <TextLink to={`/dashboard/nodes/${node.name}`}>{node.name}</TextLink> (<Why node={node} nowTs={nowTs} />)
        </Fragment>
      ))}
      {more > 0 ? ` and ${more} more` : ""}
    </span>
  );
}

function Why({ node: { why, untilTs, reportedTs }, nowTs }: { node: NodesOut["named"][number]; nowTs: number }) {
  if (untilTs !== null)
    return (
      <>
        {WORDS[why]} until <DayTime ts={untilTs} />
      </>
    );
  if (why !== "silent" || reportedTs === null) return <>{WORDS[why]}</>;
  return (
    <>
      {WORDS[why]} for {formatSpan(Math.max(0, nowTs - reportedTs))}
    </>
  );
}
