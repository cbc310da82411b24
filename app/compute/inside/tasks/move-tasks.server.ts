import type { Tx } from "~/platform/db.server";
import { announce, type Announcement } from "~/platform/announce.server";
import { touchBalances } from "~/money/touch-balances.server";
import { mailTaskNews } from "./mail-task-news.server";
import { announceTasks } from "./announce-tasks.server";
import { noteSteps } from "./note-steps.server";
import { isFinal, mayBeCharged, mayMove, type StopTarget, type TaskState } from "~/compute/task-states";

/** Columns of a task that may change together with its state. What is omitted stays as it is. */
interface TaskSet {
  gpusGranted?: number;
  pph?: number;
  placedAt?: Date | null;
  position?: number | null;
  waitReason?: string;
  attempts?: number;
  startedAt?: Date | null;
  chargedTo?: Date | null;
  stopAt?: Date | null;
  stopTarget?: StopTarget | null;
  stoppedById?: number | null;
  finishedAt?: Date | null;
  exitCode?: number | null;
  incidents?: number;
  sshAddr?: string;
  sshHostKey?: string;
  idleSince?: Date | null;
}

export interface Move {
  resvGuid: string;
  to: TaskState;
  /** Text for the task's history. */
  text: string;
  /** Shown as the task's reason from now on; omitted: unchanged. */
  reason?: string;
  set?: TaskSet;
}

interface MovedTask {
  resvGuid: string;
  tenantId: number;
  clusterName: string;
  from: TaskState;
  /** Start of that state. */
  since: Date;
  to: TaskState;
}

interface MoveResult {
  moved: MovedTask[];
  /** Tasks whose state does not allow this move (6.2), because another change came first. They were not changed. */
  notMoved: string[];
}

const COLUMN: Record<keyof TaskSet, { name: string; type: "int" | "text" | "timestamptz" }> = {
  gpusGranted: { name: "gpus_granted", type: "int" },
  pph: { name: "pph", type: "int" },
  placedAt: { name: "placed_at", type: "timestamptz" },
  position: { name: "position", type: "int" },
  waitReason: { name: "wait_reason", type: "text" },
  attempts: { name: "attempts", type: "int" },
  startedAt: { name: "started_at", type: "timestamptz" },
  chargedTo: { name: "charged_to", type: "timestamptz" },
  stopAt: { name: "stop_at", type: "timestamptz" },
  stopTarget: { name: "stop_target", type: "text" },
  stoppedById: { name: "stopped_by_id", type: "int" },
  finishedAt: { name: "finished_at", type: "timestamptz" },
  exitCode: { name: "exit_code", type: "int" },
  incidents: { name: "incidents", type: "int" },
  sshAddr: { name: "ssh_addr", type: "text" },
  sshHostKey: { name: "ssh_host_key", type: "text" },
  idleSince: { name: "idle_since", type: "timestamptz" },
};
const COLUMNS = Object.values(COLUMN);

/**
 * Changes the state of tasks; no other function does (6.2). Locks the rows, skips those whose state does not allow the
 * move, writes the rest with one statement per table, and announces them. One move per task and call. Post money first,
 * since `charged_to` ends with the charged states.
 */
export async function moveTasks(tx: Tx, moves: readonly Move[], now: Date): Promise<MoveResult> {
  if (moves.length === 0) return { moved: [], notMoved: [] };
  const before = await lockStates(tx, moves);
  const allowed = moves.filter(({ resvGuid, to }) => {
    const from = before.get(resvGuid)?.from;
    return from !== undefined && mayMove(from, to);
  });
  const moved = allowed.flatMap(({ resvGuid, to }) => {
    const task = before.get(resvGuid);
    return task ? [{ resvGuid, to, ...task }] : [];
  });
  await writeTasks(tx, allowed, now);
  await writeEvents(tx, allowed, before, now);
  await announceTasks(tx, moved, now);
  await mailTaskNews(tx, moved);
  await announceMoves(tx, moved);
  noteSteps(tx, moved, now);
  const done = new Set(allowed.map((move) => move.resvGuid));
  return { moved, notMoved: moves.map((move) => move.resvGuid).filter((id) => !done.has(id)) };
}

type Before = Pick<MovedTask, "tenantId" | "clusterName" | "from" | "since">;

async function lockStates(tx: Tx, moves: readonly Move[]): Promise<Map<string, Before>> {
  const rows = await tx.query<Before & { id: string }>(
    `select resv_guid as id, tenant_id as "tenantId", cluster_name as "clusterName", state as "from", state_at as since
     from task where resv_guid = any($1::uuid[]) order by resv_guid for no key update`,
    [moves.map((move) => move.resvGuid)],
  );
  return new Map(rows.map(({ id, ...task }) => [id, task]));
}

async function writeTasks(tx: Tx, moves: readonly Move[], now: Date): Promise<void> {
  if (moves.length === 0) return;
  await tx.query(
    `update task t set state = m.to_state, state_at = $5, version = t.version + 1,
       reason = coalesce(m.reason, t.reason),
       ${COLUMNS.map((one) => `${one.name} = case when m.set ? '${one.name}' then r.${one.name} else t.${one.name} end`).join(", ")}
     from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[]) as m(id, to_state, reason, set),
       jsonb_to_record(m.set) as r(${COLUMNS.map((one) => `${one.name} ${one.type}`).join(", ")})
     where t.resv_guid = m.id`,
    [
      moves.map((move) => move.resvGuid),
      moves.map((move) => move.to),
      moves.map((move) => move.reason ?? null),
      moves.map((move) => JSON.stringify(columnsOf(move, now))),
      now,
    ],
  );
}

/** The columns that change, with those that the state itself changes. */
function columnsOf({ to, set = {} }: Move, now: Date): Record<string, unknown> {
  const complete: TaskSet = {
    // The scheduler sets the position of a waiting task; after a move it is outdated.
    position: null,
    waitReason: "",
    ...(isFinal(to) ? { finishedAt: now, sshAddr: "" } : {}),
    ...set,
    ...(mayBeCharged(to) ? {} : { chargedTo: null }),
  };
  return Object.fromEntries(
    Object.entries(complete).map(([name, value]) => [COLUMN[name as keyof TaskSet].name, value]),
  );
}

async function writeEvents(
  tx: Tx,
  moves: readonly Move[],
  before: ReadonlyMap<string, Before>,
  now: Date,
): Promise<void> {
  if (moves.length === 0) return;
  await tx.query(
    `insert into task_event (resv_guid, at, from_state, to_state, text)
     select id, $5, from_state, to_state, text
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as e(id, from_state, to_state, text)`,
    [
      moves.map((move) => move.resvGuid),
      moves.map((move) => before.get(move.resvGuid)?.from),
      moves.map((move) => move.to),
      moves.map((move) => move.text),
      now,
    ],
  );
}

async function announceMoves(tx: Tx, moved: readonly MovedTask[]): Promise<void> {
  if (moved.length === 0) return;
  const leftQueue = moved.filter((task) => task.from === "queued");
  const announcements: Announcement[] = [
    ...moved.map(({ resvGuid }) => ({ entity: "task" as const, key: resvGuid })),
    ...leftQueue.map(({ clusterName }) => ({ entity: "scheduled" as const, key: clusterName })),
    { entity: "stats", key: "stats" },
  ];
  // Another running task brings the end of the money nearer than its watch expects (B8).
  const starts = moved.some(({ to }) => to === "running");
  await announce(tx, announcements, starts ? [{ command: "wake", key: "balance" }] : []);
  const paying = moved.filter(({ from, to }) => (from === "running") !== (to === "running"));
  await touchBalances(
    tx,
    paying.map((task) => task.tenantId),
  );
}
