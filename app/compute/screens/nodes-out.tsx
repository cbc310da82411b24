import type { CustomerNodesOut } from "~/compute/inside/capacity/list-nodes-out.server";
import { counted } from "~/platform/counted";
import { formatDateTime } from "~/platform/ui/format";
import { Time } from "~/platform/ui/time";

/** `2 nodes of 8 × a100 are out of service` */
export function nodesOutText({ nodes, gpus, gpuType }: CustomerNodesOut): string {
  const size = gpus === null ? gpuType : `${gpus} × ${gpuType}`;
  return `${counted(nodes, "node")} of ${size} ${nodes === 1 ? "is" : "are"} out of service`;
}

/** The number of nodes that are out and the first return, for a customer, who reads no names of nodes. */
export function NodesOutLine({ out }: { out: CustomerNodesOut }) {
  return (
    <>
      {nodesOutText(out)}
      {out.backTs === null ? null : (
        <>
          {out.nodes === 1 ? "" : ", the first one"} until{" "}
          <Time epochSeconds={out.backTs} format={formatDateTime} zoned />
        </>
      )}
      .
    </>
  );
}
