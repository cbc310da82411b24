import type { Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { notifyAll } from "~/platform/notify.server";
import { findingsOfADay } from "./finding-sql";
import { onGpu } from "./open-finding";
import type { OpenedFinding } from "~/fleet/record-findings.server";

/** Findings of a kind per day above which a node sends no more notices of that kind: staff must look at it. */
const NOTICES_A_DAY = 30;

/** Finding `d` is a fault of a GPU ($3), or an error of a customer's program: many of these hide no fault of others. */
const OF_THAT_KIND = `d.gpu_id is not null and case when $3::bool then d.severity = 'critical'
  else d.severity <> 'critical' and d.action = 'customer' end`;

interface Concerned {
  resvGuid: string;
  tenantId: number;
  taskName: string;
  finding: OpenedFinding;
}

/**
 * Notifies customers whose running tasks hold the GPUs of findings that were just opened. The notice covers faults of
 * the machine, and the driver's errors of the customer's own program. Findings that only staff watch are omitted.
 */
export async function notifyOfFindings(
  tx: Tx,
  { nodeId, opened, now }: { nodeId: number; opened: readonly OpenedFinding[]; now: Date },
): Promise<void> {
  const onGpus = opened.filter(({ gpuId }) => gpuId !== null);
  const faults = onGpus.filter(({ severity }) => severity === "critical");
  const errors = onGpus.filter(({ severity, action }) => severity !== "critical" && action === "customer");
  const shown: OpenedFinding[] = [];
  for (const some of [faults, errors])
    if (some.length > 0 && (await openedToday(tx, nodeId, some === faults, now)) <= NOTICES_A_DAY) shown.push(...some);
  if (shown.length === 0) return;
  const held = await tx.query<Omit<Concerned, "finding"> & { gpus: number[] }>(
    `select t.resv_guid as "resvGuid", t.tenant_id as "tenantId", t.task_name as "taskName", p.gpus
     from placement p join task t on t.resv_guid = p.resv_guid
     where p.node_id = $1 and p.ended_at is null and p.run and t.state = 'running' order by t.resv_guid`,
    [nodeId],
  );
  const concerned = held.flatMap(({ gpus, ...task }) =>
    shown.filter(({ gpuId }) => gpuId !== null && gpus.includes(gpuId)).map((finding) => ({ ...task, finding })),
  );
  if (concerned.length === 0) return;
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text)
     select g.id, $3, 'running', 'running', g.text from unnest($1::uuid[], $2::text[]) as g(id, text)`,
    [concerned.map(({ resvGuid }) => resvGuid), concerned.map(({ finding }) => eventText(finding)), now],
  );
  await notifyAll(
    tx,
    concerned.map((one) => ({
      tenantId: one.tenantId,
      retcode: "ERROR" as const,
      message: noticeText(one),
      url: `/tasks/${one.resvGuid}`,
      cause: `finding:${one.finding.id}:${one.resvGuid}`,
      now,
    })),
  );
  await announce(
    tx,
    concerned.map(({ resvGuid }) => ({ entity: "task" as const, key: resvGuid })),
  );
}

async function openedToday(tx: Tx, nodeId: number, areFaults: boolean, now: Date): Promise<number> {
  const [row] = await tx.query<{ n: number }>(`select ${findingsOfADay("$2", OF_THAT_KIND)}::int as n`, [
    ...[nodeId, now, areFaults],
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
