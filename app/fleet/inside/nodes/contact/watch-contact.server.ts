import { db, transaction, type Tx } from "~/platform/db.server";
import { announce } from "~/platform/announce.server";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";
import { IS_RECEIVING, RECEIVING, SILENT_SINCE } from "~/fleet/beat-receiving.server";
import { type Contact, contactLimits, isCalm, judgeContact, type NodeContact } from "./judge-contact";

interface Row extends NodeContact {
  id: number;
  silentSeconds: number;
  thresholdSeconds: number;
  ours: boolean;
}

const SHORTEST_LATE_S = contactLimits(0).lateS;

/**
 * SQL for nodes whose contact may change now: unsteady ones, and those that have been silent for a while. $1 is now.
 * Silence begins as for Dead, and no node is silent while no worker receives.
 */
const CANDIDATES = `select n.id, n.contact, n.late_at as "lateAt", n.back_at as "backAt", n.flap_score as "flapScore",
    n.flap_at as "flapAt", n.flapping,
    extract(epoch from $1::timestamptz - ${SILENT_SINCE})::float8 as "silentSeconds",
    coalesce(n.reported_ts_dead, ${NODE_DEAD_DEFAULT_S}) as "thresholdSeconds",
    exists (select from fleet_silence s where s.cluster_name = n.cluster_name and s.ended_at is null and s.given_up_at is null) as ours
  from node n cross join ${RECEIVING}
  where n.retired_at is null and n.pilot_of is null and n.health <> 'new' and n.reported_at is not null
    and ${IS_RECEIVING}
    and (n.contact <> 'steady' or n.flapping or ${SILENT_SINCE}
      <= $1::timestamptz - make_interval(secs => least(${SHORTEST_LATE_S}, coalesce(n.reported_ts_dead, ${NODE_DEAD_DEFAULT_S}))))`;

/** Judges each second how steadily nodes report. All state is in the database, so a new worker continues. */
export async function watchContact({ now }: { now: Date }): Promise<{ changed: number }> {
  const rows = await db.query<Row>(CANDIDATES, [now]);
  const changes = rows.flatMap(({ id, silentSeconds, thresholdSeconds, ours, ...before }) => {
    const after = judgeContact(before, { silentSeconds, thresholdSeconds, ours }, now);
    return after === before ? [] : [{ id, before, after }];
  });
  if (changes.length > 0) await transaction((tx) => write(tx, changes));
  return { changed: changes.length };
}

interface Change {
  id: number;
  before: NodeContact;
  after: NodeContact;
}

/** The part of a node's contact that others see. */
function shown({ contact, flapping }: NodeContact): string {
  return `${contact === "suspect" ? ("suspect" satisfies Contact) : ""} ${flapping}`;
}

async function write(tx: Tx, changes: readonly Change[]): Promise<void> {
  await tx.query(`select from node where id = any($1::int[]) order by id for no key update`, [
    changes.map(({ id }) => id),
  ]);
  const rows = await tx.query<{ nodeName: string; row: string; seen: boolean; calm: boolean }>(
    `update node n set contact = c.contact, late_at = c.late_at, back_at = c.back_at, flap_score = c.flap_score,
       flap_at = c.flap_at, flapping = c.flapping, version = n.version + c.seen::int
     from unnest($1::int[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::timestamptz[], $7::bool[],
       $8::bool[], $9::bool[]) as c(id, contact, late_at, back_at, flap_score, flap_at, flapping, seen, calm)
     where n.id = c.id
     returning n.node_name as "nodeName", n.cluster_name || ':' || n.gpu_type as row, c.seen, c.calm`,
    [
      changes.map(({ id }) => id),
      changes.map(({ after }) => after.contact),
      changes.map(({ after }) => after.lateAt),
      changes.map(({ after }) => after.backAt),
      changes.map(({ after }) => after.flapScore),
      changes.map(({ after }) => after.flapAt),
      changes.map(({ after }) => after.flapping),
      changes.map(({ before, after }) => shown(before) !== shown(after)),
      changes.map(({ before, after }) => isCalm(before) !== isCalm(after)),
    ],
  );
  const seen = rows.filter((row) => row.seen);
  const calm = rows.filter((row) => row.calm);
  await announce(
    tx,
    [
      ...seen.map(({ nodeName }) => ({ entity: "node" as const, key: nodeName })),
      ...calm.map(({ row }) => ({ entity: "capacity" as const, key: row })),
    ],
    calm.length > 0 ? [{ command: "wake", key: "scheduler" }] : [],
  );
}
