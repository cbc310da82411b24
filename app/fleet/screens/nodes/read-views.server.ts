import { listNodes } from "~/fleet/list-nodes.server";
import { nodeKeyOf } from "~/fleet/node-health";
import { readNodeFacts } from "~/fleet/inside/nodes/read-node-facts.server";
import { readSysinfo } from "~/fleet/read-sysinfo.server";
import { readTenants } from "~/fleet/read-tenants.server";
import { type NodeView, NO_TENANTS } from "./node-view";

/** Reads these nodes with their reports and tasks, in the order of the names. */
export async function readViews({ names, now }: { names: readonly string[]; now: Date }): Promise<NodeView[]> {
  const keys = names.map(nodeKeyOf);
  const [nodes, facts, sysinfo, tenants] = await Promise.all([
    listNodes({ names }),
    readNodeFacts({ names, now }),
    readSysinfo({ keys }),
    readTenants({ keys }),
  ]);
  const now_ts = Math.floor(now.getTime() / 1000);
  const factsByName = new Map(facts.map((fact) => [fact.node_name, fact]));
  const nodesByName = new Map(nodes.map((node) => [node.node_name, node]));
  return names.flatMap((name) => {
    const node = nodesByName.get(name);
    const fact = factsByName.get(name);
    if (!node || !fact) return [];
    const emptyByTs = node.planned?.empty_by_ts ?? null;
    const report = sysinfo[nodeKeyOf(name)];
    return [
      {
        node,
        gpus: fact.gpus,
        simulated: fact.simulated,
        agentVersion: fact.agent_version,
        oldKeyUntilTs: fact.old_key_until_ts,
        emptyBy: emptyByTs === null ? null : { ts: emptyByTs, passed: emptyByTs <= now_ts },
        sysinfo: report ? { ...report, now_ts } : null,
        tenants: tenants[nodeKeyOf(name)] ?? NO_TENANTS,
      },
    ];
  });
}
