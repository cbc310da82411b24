import { M } from "~/fleet/messages";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { NODE_NAME } from "~/platform/http/schemas/new-node";

/** The node of `/dashboard/nodes/{nodeName}`; a name that no node can have gives 404. */
export function nodeNameOf({ params }: { params: { nodeName?: string } }): string {
  const { nodeName = "" } = params;
  if (!NODE_NAME.test(nodeName)) throw refusalPage(404, M.noSuchNode);
  return nodeName;
}
