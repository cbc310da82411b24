import type { TaskState } from "~/compute/task-states";
import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { notifyAll } from "~/platform/notify.server";
import { findingsOfADay } from "./finding-sql";
import { onGpu } from "./open-finding";
import type { OpenedFinding } from "~/fleet/record-findings.server";

/** Findings of a kind per day above which a GPU sends no more notices of that kind: staff must look at it. */
const NOTICES_A_DAY = 30;

/** Finding `d` is a fault of that GPU ($3), or an error of a program there: many errors hide no fault. */
const OF_THAT_KIND = `d.gpu = $3 and case when $4::bool then d.severity = 'critical'
  else d.severity <> 'critical' and d.action = 'customer' end`;

interface Concerned {
  resvGuid: string;
  tenantId: number;
  taskName: string;
  state: TaskState;
  finding: OpenedFinding;
  cause: string;
}

/**
 * Notifies customers whose tasks run on the GPUs of findings that are news, or wait there for their node, once per task: the
 * report that ends an incident may have its cause. The notice covers faults of the machine, and the driver's errors of the
 * customer's own program. Findings that only staff watch are omitted.
 */
export async function notifyOfFindings(
  tx: Tx,
  { nodeId, opened, now }: { nodeId: number; opened: readonly OpenedFinding[]; now: Date },
): Promise<void> {
  const shown: OpenedFinding[] = [];
  for (const one of opened)
    if (isOfGpus(one) && (isFault(one) || one.action === "customer"))
      if ((await openedToday(tx, nodeId, one, now)) <= NOTICES_A_DAY) shown.push(one);
  if (shown.length === 0) return;
  const held = await tx.query<Omit<Concerned, "finding" | "cause"> & { gpus: number[] }>(
    `select t.resv_guid as "resvGuid", t.tenant_id as "tenantId", t.task_name as "taskName", t.state, p.gpus
     from placement p join task t on t.resv_guid = p.resv_guid
     where p.node_id = $1 and p.ended_at is null and p.run and t.state in ('running', 'incident') order by t.resv_guid`,
    [nodeId],
  );
  const concerned = held.flatMap(({ gpus, ...task }) =>
    shown
      .filter(({ gpuId }) => gpuId === null || gpus.includes(gpuId))
      .map((finding) => ({ ...task, finding, cause: causeOf(finding, task.resvGuid) })),
  );
  if (concerned.length === 0) return;
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text)
     select g.id, $3, g.state, g.state, g.text from unnest($1::uuid[], $2::text[], $4::text[], $5::text[]) as g(id, text, cause, state)
     where not exists (select from notification n where n.cause = g.cause)`,
    [
      concerned.map(({ resvGuid }) => resvGuid),
      concerned.map(({ finding }) => eventText(finding)),
      now,
      concerned.map(({ cause }) => cause),
      concerned.map(({ state }) => state),
    ],
  );
  await notifyAll(
    tx,
    concerned.map((one) => ({
      tenantId: one.tenantId,
      retcode: "ERROR" as const,
      message: noticeText(one),
      url: `/tasks/${one.resvGuid}`,
      cause: one.cause,
      now,
    })),
  );
  await announce(
    tx,
    concerned.map(({ resvGuid }) => ({ entity: "task" as const, key: resvGuid })),
  );
}

/** Checks for a finding on a GPU, or on all GPUs of the node. */
function isOfGpus({ gpuId, name }: OpenedFinding): boolean {
  return gpuId !== null || name === "uvm-fatal" || name.startsWith("sxid-");
}

function isFault({ severity }: OpenedFinding): boolean {
  return severity === "critical";
}

/** An error of a program may turn out to be a fault: that is told as well. */
function causeOf(finding: OpenedFinding, resvGuid: string): string {
  return `finding:${finding.id}:${resvGuid}${isFault(finding) ? ":fault" : ""}`;
}

async function openedToday(tx: Tx, nodeId: number, one: OpenedFinding, now: Date): Promise<number> {
  const [row] = await tx.query<{ n: number }>(`select ${findingsOfADay("$2", OF_THAT_KIND)}::int as n`, [
    ...[nodeId, now, one.gpu, isFault(one)],
  ]);
  return row?.n ?? 0;
}

function eventText({ action, text, gpuId }: OpenedFinding): string {
  const what = `${text}${onGpu(gpuId)}`;
  return action === "customer" ? `${what}: usually an error of the program itself` : `the machine has a fault: ${what}`;
}

function noticeText({ taskName, finding: { action, text, gpuId } }: Concerned): string {
  const what = `${text}${onGpu(gpuId)}`;
  return action === "customer"
    ? `A program of your task ${taskName} made an error: ${what}. Usually the program itself is at fault, not the machine.`
    : `The machine of your task ${taskName} has a fault: ${what}. Save what you can and start the task again: it gets other GPUs, and up to 15 minutes of this one are refunded when it ends.`;
}
