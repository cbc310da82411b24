import { readChores } from "~/fleet/inside/nodes/chores/read-chores.server";
import { readPastFindings } from "~/fleet/read-findings.server";
import { readWindow } from "~/fleet/inside/nodes/maintenance/read-window.server";
import { readHistory } from "~/fleet/inside/telemetry/read-history.server";
import type { Span } from "~/fleet/inside/telemetry/spans";
import { nodeFreeBy } from "~/fleet/inside/nodes/free-by";
import { sshGateway } from "~/compute/ssh-gateway.server";
import { M } from "~/fleet/messages";
import { readModeChanges, readNodeIncidents } from "~/fleet/inside/nodes/read-node-past.server";
import { readHeldPlans } from "~/fleet/inside/nodes/read-plans.server";
import { readNodeQueue } from "~/fleet/inside/nodes/read-node-queue.server";
import { readNodeTasks } from "~/fleet/inside/nodes/read-node-tasks.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { readViews } from "../nodes/read-views.server";

/** Distinguishes 'no plan' from 'the plan could not be read'. */
async function readPlanned(nodeName: string, now: Date) {
  const [window, plans] = await Promise.all([readWindow({ nodeName }), readHeldPlans({ names: [nodeName], now })]);
  return { window, plans: plans[nodeName] ?? null };
}

/** Reads the page of one node for a role. Throws the 404 page. */
export async function readNodeScreen(
  args: RouteArgs,
  { nodeName, viewer, span, now }: { nodeName: string; viewer: WithRights; span: Span; now: Date },
) {
  const [view] = await readViews({ names: [nodeName], now });
  if (!view) throw refusalPage(404, M.noSuchNode);
  const seesMoney = hasRight(viewer, "money.see");
  const [tasks, queue, changes, incidents, past, chores, planned, history] = await Promise.all([
    partOrNull(args, "tasks", readNodeTasks({ nodeName, seesMoney, now })),
    partOrNull(args, "queue", readNodeQueue({ nodeName })),
    partOrNull(args, "changes", readModeChanges({ nodeName })),
    partOrNull(args, "incidents", readNodeIncidents({ nodeName, now })),
    partOrNull(args, "findings", readPastFindings({ nodeName })),
    partOrNull(args, "chores", readChores({ nodeName })),
    partOrNull(args, "plans", readPlanned(nodeName, now)),
    partOrNull(args, "history", readHistory({ nodeName, span, now })),
  ]);
  return {
    view,
    tasks,
    /** Latest known time at which it is free; null if unknown. */
    freeByTs: tasks && nodeFreeBy(tasks),
    queue,
    changes,
    incidents,
    past,
    chores,
    planned,
    // One text, since Remix writes each value of a page separately, and these are thousands.
    history: history && JSON.stringify(history),
    mayDrain: hasRight(viewer, "fleet.act"),
    seesMoney,
    /** Name of the SSH gateway that the node may use; null without one. */
    sshHost: sshGateway()?.host ?? null,
    atMs: now.getTime(),
  };
}
