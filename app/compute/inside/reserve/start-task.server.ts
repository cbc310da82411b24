import type { Tx } from "~/platform/db.server";
import { decidePlacing, fits, isFunded } from "~/compute/inside/capacity/decide";
import { readFree } from "~/compute/read-free.server";
import { FreePool } from "~/compute/inside/capacity/free-pool";
import { placeTasks } from "~/compute/inside/capacity/place.server";
import { readFunds } from "~/compute/inside/capacity/read-funds.server";
import { readGpuPph, readNodes, readWaiting } from "~/compute/inside/capacity/read-row.server";
import { nameOfImage } from "~/compute/inside/capacity/task-image";
import type { PlacingDecision, WaitingTask } from "~/compute/inside/capacity/waiting-task";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import type { FundsLeft } from "~/compute/inside/capacity/funds";
import type { ReserveChoice } from "./check-reserve";
import { enqueueTask } from "./enqueue-task.server";
import { usedLimit } from "./limit-used.server";
import { type AcceptedTask, insertTask } from "./insert-task.server";
import type { ReserveAnswer } from "./reserve-answer";

/**
 * Stores an accepted task and places it at once, outside any fence, under the row's lock (S8, S9); else M26 or M27. In
 * a cluster with an engine it joins the queue, whose first tasks get a place there (20.1).
 */
export async function startTask(tx: Tx, start: AcceptedTask): Promise<ReserveAnswer> {
  const { choice, now } = start;
  if (choice.hasEngine) return await startInEngine(tx, start);
  const decision = await decideStart(tx, start);
  await insertTask(tx, start);
  const placed = await placeTasks(tx, choice, [decision], now);
  // A node or the money was lost between decision and locks: the same request may succeed now.
  if (placed.length === 0) throw new Refusal(M.busy, { retcode: "FAILED" });
  return {
    retcode: "OK",
    human_readable_message: startsWords(choice),
    resv_guid: start.resvGuid,
    task_name: choice.taskName,
    state: "placing",
    status: "unknown",
    position: null,
    gpus: decision.gpus,
    pph: decision.pphCents,
  };
}

/**
 * Queues a task for an engine that, as far as is known, has room. The engine decides some seconds later, and has other
 * users too.
 */
async function startInEngine(tx: Tx, start: AcceptedTask): Promise<ReserveAnswer> {
  const { choice, now } = start;
  const row = (await readFree({ tx, now })).find(
    (one) => one.cluster_name === choice.clusterName && one.gpu_type === choice.gpuType,
  );
  if (!row?.fits[choice.network]?.includes(choice.gpusMin)) throw await noFreeGpus(tx, start);
  const task = asWaiting(start);
  const funds = await readFunds(tx, [task], now);
  if (!isFunded(task, { funds, gpuPph: choice.gpuPph })) throw await unpaid(tx, start, funds);
  return { ...(await enqueueTask(tx, start)), human_readable_message: startsWords(choice) };
}

function startsWords({ taskName }: ReserveChoice): string {
  return `Task ${taskName} is starting.`;
}

async function decideStart(tx: Tx, start: AcceptedTask): Promise<PlacingDecision> {
  const { choice, now } = start;
  const task = asWaiting(start);
  // Only a task that may grow needs to know whether others wait (S6).
  const others = choice.gpusMax === 0 ? [] : await readWaiting(tx, choice, now);
  const funds = await readFunds(tx, [task, ...others], now);
  const terms = {
    pool: new FreePool(await readNodes(tx, choice, { tasks: [task], now })),
    funds,
    gpuPph: others.length === 0 ? choice.gpuPph : await readGpuPph(tx, choice.gpuType),
    now,
  };
  if (!fits(task, terms)) throw await noFreeGpus(tx, start);
  const alone = !others.some((other) => isFunded(other, terms));
  const decision = decidePlacing(task, terms, { alone });
  if (!decision) throw await unpaid(tx, start, funds);
  return decision;
}

async function noFreeGpus(tx: Tx, start: AcceptedTask): Promise<Refusal> {
  const message = M.noFreeGpus({ cluster_name: start.choice.clusterName, own: await countOwnGpus(tx, start) });
  return new Refusal(message, { body: { can_enqueue: true } });
}

/** The refusal of a task that the balance, or a limit of its starter or key, does not cover. */
async function unpaid(tx: Tx, start: AcceptedTask, funds: FundsLeft): Promise<Refusal> {
  const pph = start.choice.gpuPph * start.choice.gpusMin;
  return funds.isWithinLimit(asWaiting(start), pph) ? new Refusal(M.balanceTooLow) : await usedLimit(tx, start, pph);
}

/** Counts the GPUs of the row that the tenant's own tasks hold: nobody else has taken those. */
async function countOwnGpus(tx: Tx, { tenantId, choice }: AcceptedTask): Promise<number> {
  const [row] = await tx.query<{ gpus: number }>(
    `select count(*)::int as gpus from task t join placement p on p.resv_guid = t.resv_guid
       join held_gpu h on h.placement_id = p.placement_id
     where t.tenant_id = $1 and t.cluster_name = $2 and t.gpu_type = $3 and t.finished_at is null`,
    [tenantId, choice.clusterName, choice.gpuType],
  );
  return row?.gpus ?? 0;
}

function asWaiting({ resvGuid, tenantId, userId, keyLineId, choice, template, needs, now }: AcceptedTask): WaitingTask {
  return {
    resvGuid,
    tenantId,
    taskName: choice.taskName,
    gpusMin: choice.gpusMin,
    gpusMax: choice.gpusMax,
    gpusIncr: choice.gpusIncr,
    network: choice.network,
    acceptedAt: now,
    acceptedGpuPph: choice.gpuPph,
    attempts: 0,
    again: false,
    pph: choice.gpuPph * choice.gpusMin,
    maxSeconds: choice.stops.max_seconds,
    ...{ startedBy: userId, keyLineId },
    needs,
    image: template ? nameOfImage({ reference: template.imageRef, digest: template.imageDigest }) : choice.image,
  };
}
