import { z } from "zod";
import type { GivenTask } from "~/money/give-back.server";
import { readRefundable, type RefundableTask } from "~/money/read-refundable.server";
import { asUnits, centsToUnits, type Units, wholeCents } from "~/money/units";
import { findTopUpFor } from "~/payments/read-top-up-refunds.server";
import { centsText } from "~/platform/cents-text";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { log } from "~/platform/http/log.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { Refusal } from "~/platform/refusal";
import { typedCents } from "~/platform/typed-dollars";
import { giveBackTasks } from "~/staff/inside/give-back-tasks.server";
import { M } from "~/staff/messages";
import { MOST_TASKS } from "./asked-refund";
import { GIVEN_FIELDS } from "./given-fields.server";
import { GIVE_BACK, type GiveBackFailure } from "./give-back-failure";

const Part = z
  .string()
  .regex(/^[0-9a-f-]{36}:\d{1,18}:\d{1,18}$/, M.unreadable)
  .transform((text): GivenTask => {
    const [resvGuid = "", before = "0", units = "0"] = text.split(":");
    return { resvGuid, before: asUnits(BigInt(before)), units: asUnits(BigInt(units)) };
  });

const GiveBack = z.object({
  part: z.array(Part, M.noTaskChosen).min(1, M.noTaskChosen).max(MOST_TASKS, M.noTaskChosen),
  /** Only with a single task: its part. */
  dollars: z.string().optional(),
  /** To the card of a top-up instead of the balance, only with a single task. */
  to: z.enum(["balance", "card"]).default("balance"),
  ...GIVEN_FIELDS,
});

/** Gives back for the chosen tasks, one tenant after the other: one that fails does not keep the others from theirs. */
export async function refundAction(args: RouteArgs, viewer: Viewer) {
  const requestId = requestIdOf(args);
  return await formAction(args, {
    [GIVE_BACK]: onForm(GiveBack, async ({ part: parts, dollars, to, reason, note, form_key: formKey }, { now }) => {
      const given = parts.length === 1 && dollars !== undefined ? withAmount(parts, dollars) : parts;
      const act = { actorId: viewer.userId, requestId, reason, note, formKey, now };
      if (to === "card") return { notice: await giveToCard(act, given) };
      const steps: Step[] = [];
      for (const step of await stepsOf(given)) steps.push(await giveStep(act, step));
      const failed = steps.filter(({ failure }) => failure !== null);
      const [first] = failed;
      // A single refusal is shown at the form, with what was typed.
      if (first?.refusal && steps.length === 1) throw first.refusal;
      const notice = noticeOf(steps);
      if (failed.length === 0) return { notice };
      const failures: GiveBackFailure[] = failed.map(({ tenantName, failure }) => ({
        tenantName,
        failure: failure ?? "",
      }));
      return Response.json({ intent: GIVE_BACK, gaveBack: notice, failures }, { status: 422 });
    }),
  });
}

/** The typed amount instead of all that is left. All of the cents that are left means the fraction too. */
function withAmount([part]: readonly GivenTask[], typed: string): GivenTask[] {
  const cents = typedCents(typed);
  if (!part || cents === null || cents === 0n) throw Refusal.ofField("dollars", M.giveBackWrong);
  return [{ ...part, units: cents === wholeCents(part.units) ? part.units : centsToUnits(cents) }];
}

/** The newest top-up that has enough left pays it back; a card takes whole cents. */
async function giveToCard(act: Act, given: readonly GivenTask[]): Promise<string> {
  const [step, ...others] = await stepsOf(given);
  const [part, ...more] = step?.tasks ?? [];
  if (!step || !part || others.length + more.length > 0) throw Refusal.ofField("to", M.unreadable);
  const cents = wholeCents(part.units);
  const topUp = await findTopUpFor({ tenantId: step.tenantId, cents });
  if (!topUp) throw Refusal.ofField("to", M.noTopUpForCard);
  const tasks = [{ ...part, units: centsToUnits(cents) }];
  return (await giveBackTasks({ ...act, tenantId: step.tenantId, tasks, topupId: topUp.topupId }))
    ? `${centsText(cents)} is on its way to the card.`
    : REPEATED;
}

const REPEATED = "This was already given back, and is not repeated.";

interface TenantPart {
  tenantId: number;
  tenantName: string;
  tasks: GivenTask[];
}

async function stepsOf(parts: readonly GivenTask[]): Promise<TenantPart[]> {
  const known = new Map(
    (await readRefundable(parts.map(({ resvGuid }) => resvGuid))).map((task) => [task.resvGuid, task]),
  );
  const steps = new Map<number, TenantPart>();
  for (const part of parts) {
    const task: RefundableTask | undefined = known.get(part.resvGuid);
    if (!task) throw new Refusal(M.notFound, { status: 404 });
    const { tenantId, tenantName } = task;
    const step = steps.get(tenantId) ?? { tenantId, tenantName, tasks: [] };
    if (!step.tasks.some(({ resvGuid }) => resvGuid === part.resvGuid)) step.tasks.push(part);
    steps.set(tenantId, step);
  }
  return [...steps.values()];
}

interface Step extends TenantPart {
  done: boolean;
  /** Why nothing was given; null if it was. */
  failure: string | null;
  refusal?: Refusal;
}

type Act = Omit<Parameters<typeof giveBackTasks>[0], "tenantId" | "tasks">;

async function giveStep(act: Act, step: TenantPart): Promise<Step> {
  try {
    return { ...step, done: await giveBackTasks({ ...act, ...step }), failure: null };
  } catch (error) {
    if (error instanceof Refusal && error.details.status === 403) throw error;
    if (error instanceof Refusal) return { ...step, done: false, failure: error.message, refusal: error };
    log.error({ requestId: act.requestId, tenantId: step.tenantId, err: error }, "nothing could be given back");
    return { ...step, done: false, failure: M.fault({ request_id: act.requestId }) };
  }
}

function noticeOf(steps: readonly Step[]): string {
  const tasks = steps.filter(({ done }) => done).flatMap((step) => step.tasks);
  if (tasks.length === 0) return steps.every(({ failure }) => failure === null) ? REPEATED : "Nothing was given back.";
  const units = tasks.reduce((sum, task) => sum + task.units, 0n);
  return `${dollarsOf(asUnits(units))} was given back for ${tasks.length === 1 ? "1 task" : `${tasks.length} tasks`}.`;
}

function dollarsOf(units: Units): string {
  return centsText(wholeCents(units));
}
