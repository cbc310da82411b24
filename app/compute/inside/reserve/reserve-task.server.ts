import { randomUUID } from "node:crypto";
import { errorCode, transaction, type Tx, violates } from "~/platform/db.server";
import { type KeyedRequest, keyedRequest, onceForKey } from "~/platform/once-for-key.server";
import { NETWORK_DEFAULT_RENT } from "~/compute/gpu-sizes";
import { AGENT_DEFAULT } from "~/compute/inside/tasks/agent-options";
import { normaliseTaskName } from "~/compute/inside/tasks/task-name";
import { lockRow, lockTenants } from "~/compute/inside/tasks/lock-row.server";
import { Refusal } from "~/platform/refusal";
import { checkReserve } from "./check-reserve";
import { enqueueTask } from "./enqueue-task.server";
import type { AcceptedTask, StandIn } from "./insert-task.server";
import { readOffers } from "./read-offers.server";
import type { ReserveAnswer } from "./reserve-answer";
import type { ReserveInput } from "./reserve-input";
import { readContainer } from "./read-container.server";
import { nameInUse, refuseBesides, refuseKeyOfLeaver, refuseReserver } from "./reserve-limits.server";
import { inTurn } from "./reserve-turn.server";
import { startTask } from "./start-task.server";
import { M } from "~/compute/messages";

interface ReserveCall {
  tenantId: number;
  userId: number;
  /** The line of the named key that calls (16.11). */
  keyLineId?: number | null | undefined;
  input: ReserveInput;
  /** Header `Idempotency-Key`; the field of that name counts when it is absent. */
  idempotencyKey?: string | null | undefined;
  /** Demo only: the task runs no program, and needs no SSH key. */
  standIn?: StandIn;
  now: Date;
}

/**
 * Runs Start Task and Enqueue Task (3.3, 6.2, S8, S9, S12). A start is placed inside the request, outside any fence, or
 * refused with M26 and `can_enqueue`. An enqueue joins the queue and wakes the scheduler. A repeated request under its
 * idempotency key gets the first answer and creates nothing; a different one under it is refused (A5).
 */
export async function reserveTask(call: ReserveCall): Promise<ReserveAnswer> {
  const { tenantId, input, idempotencyKey } = call;
  const keyed = keyedRequest(tenantId, idempotencyKey?.trim() || input.idempotency_key, askedText(input));
  return inTurn(() => orBusy(() => transaction((tx) => reserveOnce(tx, call, keyed))));
}

/**
 * Writes every field of the request in one spelling and order: a default may be given or omitted, a number may be
 * digits, and `account` can only be the user's own. Future fields are included automatically.
 */
function askedText({ account: _own, idempotency_key: _key, task_name, gpus_min, ...fields }: ReserveInput): string {
  const asked = {
    gpu_min: gpus_min,
    gpus_max: 0,
    gpus_incr: 1,
    network: NETWORK_DEFAULT_RENT,
    agent: AGENT_DEFAULT,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    task_name: normaliseTaskName(task_name ?? ""),
  };
  return JSON.stringify(Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1)));
}

async function reserveOnce(tx: Tx, call: ReserveCall, keyed: KeyedRequest | null): Promise<ReserveAnswer> {
  const { tenantId, userId, input, now } = call;
  await tx.query(`select set_config('lock_timeout', '2000', true)`);
  await refuseReserver(tx, { tenantId, userId, account: input.account });
  return await onceForKey(tx, keyed, now, () => reserve(tx, call));
}

async function reserve(tx: Tx, call: ReserveCall): Promise<ReserveAnswer> {
  const { tenantId, userId, keyLineId = null, input, standIn, now } = call;
  const offers = await readOffers(tx, call);
  if (standIn) offers.sshKeys = [{ id: 0, line: "", userId, own: true }];
  const choice = checkReserve(input, offers);
  if (!choice.sshKey.own) await refuseKeyOfLeaver(tx, { tenantId, holderId: choice.sshKey.userId });

  await lockRow(tx, choice);
  const task = {
    resvGuid: randomUUID(),
    ...{ tenantId, userId, keyLineId },
    choice,
    ...(await readContainer(tx, tenantId, choice)),
    ...{ standIn, now },
  };
  await refuseBesides(tx, task);
  const answer = await carryOut(tx, task);
  await lockTenants(tx, [tenantId]);
  await refuseBesides(tx, task);
  return answer;
}

async function carryOut(tx: Tx, task: AcceptedTask): Promise<ReserveAnswer> {
  try {
    return task.choice.enqueue ? await enqueueTask(tx, task) : await startTask(tx, task);
  } catch (error) {
    if (!violates(error, "task_unfinished_name")) throw error;
    throw nameInUse(task.choice.taskName);
  }
}

const LOCK_NOT_AVAILABLE = "55P03";
const NO_CONNECTION_FREE = "timeout exceeded when trying to connect";

/** Turns a lock or a connection that was too late into M11: the same request may succeed a moment later. */
async function orBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const busy = errorCode(error) === LOCK_NOT_AVAILABLE || messageOf(error) === NO_CONNECTION_FREE;
    throw busy ? new Refusal(M.busy, { retcode: "FAILED" }) : error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
