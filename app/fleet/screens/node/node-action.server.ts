import { z } from "zod";
import { M } from "~/fleet/messages";
import { readLabels, readRack } from "~/fleet/node-labels";
import { requestTest, waiveTest } from "~/fleet/inside/nodes/chores/request-test.server";
import { clearFinding } from "~/fleet/inside/nodes/findings/clear-finding.server";
import { planWindow, withdrawWindow } from "~/fleet/inside/nodes/maintenance/plan-window.server";
import { planDrain } from "~/fleet/inside/nodes/plan-drain.server";
import { setLabels } from "~/fleet/inside/nodes/set-labels.server";
import { setSshGateway } from "~/fleet/inside/nodes/set-ssh-gateway.server";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { OneMode } from "../nodes/nodes-action.server";
import { EmptyBy, Note } from "../rolling-drain/rolling-screen.server";

const PlanWork = z.object({
  begin: z.enum(["now", "then"], M.unreadable).default("now"),
  at: EmptyBy,
  /** Minutes; empty: until staff set Norm. */
  stay: z
    .string()
    .regex(/^\d{0,5}$/, M.unreadable)
    .default(""),
  upgrade: z.literal("1").optional(),
  note: Note,
});
const Labels = z.object({
  rack: z
    .string()
    .refine((text) => readRack(text) !== null, M.wrongRack)
    .default(""),
  labels: z
    .string()
    .refine((text) => readLabels(text) !== null, M.wrongLabels)
    .default(""),
});
const ClearFinding = z.object({ id: rowId(M.findingGone) });

/** The forms of a node's page. The caller has checked that the viewer is at least an operator. */
export async function nodeAction(args: RouteArgs, viewer: Viewer, nodeName: string) {
  const by = { nodeName, userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    "one-mode": onForm(OneMode, async ({ one: { flag } }, { now }) => {
      const { message } = await setDrain({ ...by, drain: flag, now });
      return { notice: message };
    }),
    "plan-work": onForm(PlanWork, async (wish, { now }) => ({ notice: await planWork({ ...by, ...wish, now }) })),
    "clear-finding": onForm(ClearFinding, async ({ id }, { now }) => {
      const { message } = await clearFinding({ ...by, id, now });
      return { notice: message };
    }),
    "withdraw-window": onForm(z.object({}), async (_none, { now }) => {
      const { message } = await withdrawWindow({ ...by, now });
      return { notice: message };
    }),
    "ssh-gateway": onForm(z.object({ on: z.enum(["0", "1"]) }), async ({ on }, { now }) => {
      const { message } = await setSshGateway({ ...by, on: on === "1", now });
      return { notice: message };
    }),
    labels: onForm(Labels, async ({ rack, labels }, { now }) => {
      const { message } = await setLabels({ ...by, rack, labels, now });
      return { notice: message };
    }),
    "self-test": onForm(z.object({}), async (_none, { now }) => {
      const { message } = await requestTest({ ...by, now });
      return { notice: message };
    }),
    "waive-self-test": onForm(z.object({}), async (_none, { now }) => {
      const { message } = await waiveTest({ ...by, now });
      return { notice: message };
    }),
  });
}

interface WorkWish extends z.output<typeof PlanWork> {
  nodeName: string;
  userId: number;
  requestId: string;
  now: Date;
}

/** Plans a drain until a time, or maintenance from then on: the same form, and the notices that fit. @returns the notice. */
async function planWork({ begin, at, stay, upgrade, ...by }: WorkWish): Promise<string> {
  const drainNow = begin === "now";
  const to = stay === "" ? null : new Date(at.getTime() + Number(stay) * 60_000);
  const window = { from: at, to, upgrade: upgrade === "1", autoReturn: to !== null, drainNow };
  const isDrain = drainNow && to === null && !upgrade;
  try {
    return (await (isDrain ? planDrain({ ...by, emptyBy: at }) : planWindow({ ...by, ...window }))).message;
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.fields) throw error;
    // The form has one time, and a length.
    throw Refusal.ofField("at", isDrain ? error.message : M.wrongWork);
  }
}
