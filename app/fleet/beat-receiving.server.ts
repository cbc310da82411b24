import { db } from "~/platform/db.server";

/** Gap between beats that shows that no worker, or not this one, could receive reports. */
const RECEIVING_GAP_S = 5;
/**
 * Time in which an agent moves to another worker. An agent whose worker hangs notices the missing ping after up to 20 s
 * (`worker/live/server.ts`). It reaches another worker up to 5 s later; if it reaches the same one again, 15 s after
 * that (`worker/agent/open-socket.ts`).
 */
const MOVES_WITHIN_S = 40;
/** Seconds after which rows of a lost worker are removed. */
const FORGOTTEN_AFTER_S = 3600;

/**
 * SQL, joined to node `n`: reports can be received now ($1), by any worker; and the beats of the worker that its agent
 * is connected to, if they are known.
 */
export const RECEIVING = `job_tick receiving left join receiver own on own.worker = n.receiver`;
export const IS_RECEIVING = `receiving.job = 'receive'
  and receiving.at >= $1::timestamptz - make_interval(secs => ${RECEIVING_GAP_S})`;

/**
 * SQL for the time since which node `n` is silent. That is its last report; or when reports could be received again, by
 * any worker (6.1) and by its own; or, while its own hangs or is gone, when the agent can have reached another one.
 */
export const SILENT_SINCE = `greatest(n.reported_at, receiving.since,
  case when own.at < $1::timestamptz - make_interval(secs => ${RECEIVING_GAP_S})
    then own.at + make_interval(secs => ${MOVES_WITHIN_S}) else own.since end)`;

interface Beat {
  /** Id of this run of the worker. */
  worker: string;
  now: Date;
}

/**
 * Records, about every second in every worker that takes reports, that reports can be received. `since` of the tick is
 * when the pool resumed receiving, that of `receiver` when this worker did. So neither our own outage nor a single
 * hanging worker makes a node Dead (6.1).
 */
export async function beatReceiving({ worker, now }: Beat): Promise<void> {
  await db.query(
    `with own as (
       insert into receiver (worker, at, since) values ($2, $1, $1)
       on conflict (worker) do update set at = ${laterOf("receiver.at")},
         since = case when ${isFar("receiver.at")} then $1 else receiver.since end
     ), forgotten as (
       delete from receiver where at < $1::timestamptz - make_interval(secs => $4) and worker <> $2
     )
     insert into job_tick (job, at, since, worker) values ('receive', $1, $1, $2)
     on conflict (job) do update set at = ${laterOf("job_tick.at")}, worker = $2,
       since = case when ${isFar("job_tick.at")} then $1 else job_tick.since end`,
    [now, worker, RECEIVING_GAP_S, FORGOTTEN_AFTER_S],
  );
}

/** SQL: there was no beat at that time, or the clock was set back since. */
function isFar(at: string): string {
  return `${at} not between $1::timestamptz - make_interval(secs => $3) and $1::timestamptz + make_interval(secs => $3)`;
}

/** SQL: the later of now and that time, which several workers write; now if the clock was set back. */
function laterOf(at: string): string {
  return `case when ${isFar(at)} then $1 else greatest(${at}, $1) end`;
}

/** Records that the agents of nodes are connected to the worker. Locks the nodes in the order of their ids. */
export async function noteReceiver({ nodeIds, worker }: { nodeIds: readonly number[]; worker: string }): Promise<void> {
  await db.query(
    `with moved as (
       select id from node where id = any($1::int[]) and receiver is distinct from $2 order by id for no key update
     )
     update node set receiver = $2 from moved where node.id = moved.id`,
    [nodeIds, worker],
  );
}
