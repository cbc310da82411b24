import { listNodes } from "~/domain/nodes/list-nodes.server";
import { nodeKeyOf } from "~/domain/nodes/node-health";
import { readNodeFacts } from "~/domain/nodes/read-node-facts.server";
import { readSysinfo } from "~/domain/nodes/read-sysinfo.server";
import { readTenants } from "~/domain/nodes/read-tenants.server";
import { type NodeView, NO_TENANTS } from "./node-view";

/** All nodes with what they report and run. */
export async function readFleet({ now }: { now: Date }): Promise<NodeView[]> {
  const [nodes, facts, sysinfo, tenants] = await Promise.all([
    listNodes(),
    readNodeFacts({ now }),
    readSysinfo(),
    readTenants(),
  ]);
  const now_ts = Math.floor(now.getTime() / 1000);
  const factsByName = new Map(facts.map((fact) => [fact.node_name, fact]));
  return nodes.map((node) => {
    const key = nodeKeyOf(node.node_name);
    const report = sysinfo[key];
    const fact = factsByName.get(node.node_name);
    return {
      node,
      gpus: fact?.gpus ?? report?.gpus ?? 0,
      simulated: fact?.simulated ?? false,
      agentVersion: fact?.agent_version ?? null,
      oldKeyUntilTs: fact?.old_key_until_ts ?? null,
      sysinfo: report ? { ...report, now_ts } : null,
      tenants: tenants[key] ?? NO_TENANTS,
    };
  });
}
