import { type ChainStanding, readChain } from "~/platform/read-chain.server";
import { countMarketing } from "~/payments/count-marketing.server";
import { formatCoins } from "~/platform/ui/usage-format";
import type { Attention } from "./read-attention.server";
import type { GpuUseView } from "./read-gpu-use.server";
import type { Usage } from "./read-usage.server";
import { countWorkspaces } from "~/usage/read-workspaces.server";
import { countCustomers } from "~/staff/inside/users/count-users.server";

/** One line about the current state of each screen, by its path. `loud` needs attention. */
export type Overview = Record<string, { text: string; loud: boolean }>;

/** The texts of the tiles; a screen whose figures could not be read has none. */
export async function readOverview(read: {
  attention: Attention | null;
  gpuUse: GpuUseView | null;
  usage: Usage | null;
  now: Date;
}): Promise<Overview> {
  const [{ codes, trials }, workspaces, chain, customers] = await Promise.all([
    countMarketing(read),
    countWorkspaces(),
    readChain(),
    countCustomers(),
  ]);
  return {
    ...(read.attention ? ofAttention(read.attention) : {}),
    ...(read.gpuUse ? { "/dashboard/free": calm(`${free(read.gpuUse)} GPUs free`) } : {}),
    ...(read.usage ? ofUsage(read.usage) : {}),
    "/dashboard/marketing": calm(`${codes} ${codes === 1 ? "code" : "codes"}, ${trials} on trial`),
    "/dashboard/workspaces": calm(workspaces === 1 ? "1 workspace" : `${inThousands(workspaces)} workspaces`),
    "/dashboard/audit": auditOf(chain),
    "/dashboard/users": calm(`${inThousands(customers.pro)} PRO, ${inThousands(customers.free)} FREE`),
  };
}

function ofAttention({ nodes, waiting, money, concerns }: Attention): Overview {
  const ill = nodes.attention;
  return {
    "/dashboard/nodes": {
      text:
        ill > 0
          ? `${ill} of ${nodes.nodes} need attention`
          : nodes.nodes === 1
            ? "1 node, healthy"
            : `${nodes.nodes} nodes, all healthy`,
      loud: ill > 0,
    },
    "/dashboard/scheduled": calm(waiting.tasks === 1 ? "1 task waits" : `${waiting.tasks} tasks wait`),
    "/dashboard/money": { text: money, loud: concerns.some(({ to }) => to === "/dashboard/money") },
  };
}

function ofUsage({ today, rejected }: Usage): Overview {
  return {
    "/dashboard/models": calm(`${inThousands(today.calls)} ${today.calls === 1 ? "call" : "calls"} today`),
    "/dashboard/metering": calm(`${formatCoins(today.coins)} M coins today`),
    "/dashboard/ingestion": calm(`${inThousands(rejected)} rejected today`),
  };
}

function calm(text: string): Overview[string] {
  return { text, loud: false };
}

function free({ total }: GpuUseView): number {
  return total.inService - total.busy;
}

function auditOf(chain: ChainStanding | null): Overview[string] {
  if (!chain || chain.fault) return { text: "The audit is broken", loud: true };
  return calm(chain.checkedTs === null ? "Not verified yet" : "No row was changed");
}

function inThousands(count: number): string {
  return count.toLocaleString("en-US");
}
