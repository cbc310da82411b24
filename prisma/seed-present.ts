import { ReserveFields, type ReserveFieldsSent } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { planWindow } from "~/fleet/inside/nodes/maintenance/plan-window.server";
import { keepWindows } from "~/fleet/keep-windows.server";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { seedVolume } from "./seed-volume";

const [CUSTOMER, OPERATOR] = ["customer@millrace.example", "operator@millrace.example"];
const DRAINED = "ams2-a100-02";
const DRAINED_DAYS = 14;
const DAY_MS = 86_400_000;

/** A cheap task, whose node is there once agents report. */
const RUNS: ReserveFieldsSent = {
  ...{ task_name: "llama-serve", cluster_name: "fra1", gpu_type: "a5000", gpu_min: 1, tags: ["llama"] },
};
/**
 * Needs both nodes of the type, and one is drained: so it gets no hold, which would keep the other node from the
 * reader's tasks.
 */
const WAITS: ReserveFieldsSent = {
  ...{ task_name: "llama-70b-tune", cluster_name: "ams2", gpu_type: "a100", gpu_min: 16, tags: ["llama"] },
  // If it does start, it costs no more than this.
  max_dollars: 10,
};

/**
 * Gives a new demo a present state: planned maintenance of a node, a volume of its customer and two tasks, of which one
 * starts with the first reports of the nodes and one waits. Does nothing with MILLRACE_DEMO_TRAFFIC=off.
 */
export async function seedPresent(now: Date): Promise<void> {
  if (!env.MILLRACE_DEMO_TRAFFIC) return;
  const [customer, operator] = [await findPerson(CUSTOMER), await findPerson(OPERATOR)];
  const from = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const to = new Date(from.getTime() + DRAINED_DAYS * DAY_MS);
  const by = { userId: operator.userId, requestId: "", now };
  await planWindow({ nodeName: DRAINED, from, to, upgrade: false, autoReturn: true, ...by });
  await keepWindows({ now });
  await seedVolume({ email: CUSTOMER, name: "checkpoints", now });
  for (const wish of [RUNS, WAITS]) {
    const input = ReserveFields.parse({ ...wish, enqueue: 1, agree: 1 });
    await reserveTask({ ...customer, input, standIn: "stays", now });
  }
}

async function findPerson(email: string): Promise<{ tenantId: number; userId: number }> {
  const [person] = await db.query<{ tenantId: number; userId: number }>(
    `select tenant_id as "tenantId", id as "userId" from user_account where email = $1`,
    [email],
  );
  if (!person) throw new Error(`${email} is missing`);
  return person;
}
