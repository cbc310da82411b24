import { transaction, type Tx } from "~/platform/db.server";
import { adding, type KeptSum } from "~/platform/kept-sum";
import { TICK_NAMES } from "~/platform/ticks";
import { clusterNow, CONTROL, engineNow, PAYMENTS, type PartNow } from "./inside/status/parts";

/** Seconds without a sample after which the worker or the database counts as having been down. */
export const AWAY_AFTER_S = 180;
const AWAY_TEXT = "The control plane was down. Running tasks continued and were not charged.";

const WELL_AGAIN: PartNow = { part: CONTROL, state: "well", text: "" };

/** Minutes of a day by a part's state. */
const SERVICE_DAY = {
  table: "service_day",
  grain: ["day"],
  key: ["part"],
  sums: { well: "sum(well)", degraded: "sum(degraded)", down: "sum(down)" },
  maxes: {},
} as const satisfies KeptSum;

/** Records the parts of the service that are up at this minute: their days, and the start or end of an outage. */
export async function sampleService({ now }: { now: Date }): Promise<void> {
  await transaction(async (tx) => {
    const lastAt = await lastSample(tx);
    const away = lastAt !== null && now.getTime() - lastAt.getTime() > AWAY_AFTER_S * 1000;
    if (away) await noteAbsence(tx, lastAt, now);
    // At the first sample, for example after an update, and after a pause the other ticks resume at the same moment as
    // this one.
    const parts = [
      away || lastAt === null ? WELL_AGAIN : await controlNow(tx, now),
      await paymentsNow(tx),
      ...(await clustersNow(tx)),
    ];
    for (const one of parts) await noteOutage(tx, one, now);
    await deleteGoneParts(tx, parts, now);
    const [names, states] = [parts.map(({ part }) => part), parts.map(({ state }) => state)];
    await tx.query(
      `insert into service_part as kept (part, state, at)
       select part, state, $3 from unnest($1::text[], $2::text[]) as seen (part, state)
       on conflict (part) do update set state = excluded.state, at = excluded.at`,
      [names, states, now],
    );
    await tx.query(
      adding(
        SERVICE_DAY,
        `(select part, ($3::timestamptz at time zone 'UTC')::date as day, (state = 'well')::int as well,
            (state = 'degraded')::int as degraded, (state = 'down')::int as down
          from unnest($1::text[], $2::text[]) as seen (part, state)) minutes`,
      ),
      [names, states, now],
    );
  });
}

async function lastSample(tx: Tx): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date }>(`select at from service_part where part = $1`, [CONTROL]);
  return row?.at ?? null;
}

/** Records a past outage of the control plane, which only the next sample can write down. */
async function noteAbsence(tx: Tx, from: Date, now: Date): Promise<void> {
  await tx.query(`update service_outage set ended_at = $2 where part = $1 and ended_at is null`, [CONTROL, from]);
  await tx.query(`insert into service_outage (part, state, text, began_at, ended_at) values ($1, 'down', $2, $3, $4)`, [
    CONTROL,
    AWAY_TEXT,
    from,
    now,
  ]);
  await tx.query(
    adding(
      SERVICE_DAY,
      `(select $1::text as part, (began at time zone 'UTC')::date as day, 0 as well, 0 as degraded, round(extract(epoch from
          least(began + interval '1 day', $3::timestamptz) - greatest(began, $2::timestamptz)) / 60)::int as down
        from generate_series(date_trunc('day', $2::timestamptz, 'UTC'), $3::timestamptz, interval '1 day') as began) minutes`,
    ),
    [CONTROL, from, now],
  );
}

/**
 * Checks whether a tick has stopped. Customers do not notice one that is a few beats late, for example while a worker
 * is replaced.
 */
async function controlNow(tx: Tx, now: Date): Promise<PartNow> {
  const [row] = await tx.query<{ late: boolean }>(
    `select exists (select from job_tick where job = any($2::text[])
       and at < $1::timestamptz - make_interval(secs => ${AWAY_AFTER_S})) as late`,
    [now, TICK_NAMES],
  );
  const late = row?.late ?? false;
  return { part: CONTROL, state: late ? "degraded" : "well", text: late ? "Tasks started or ended with a delay." : "" };
}

async function paymentsNow(tx: Tx): Promise<PartNow> {
  const [row] = await tx.query<{ troubled: boolean }>(
    `select exists (select from provider_refusal where call = '')
       or exists (select from reconcile_check where state = 'silent') as troubled`,
  );
  const troubled = row?.troubled ?? false;
  const text = troubled ? "Cards could not be charged, or only with a delay." : "";
  return { part: PAYMENTS, state: troubled ? "degraded" : "well", text };
}

/**
 * Samples clusters by their nodes' reports, and those with an engine by its answers. Nodes that staff drains, or that
 * never reported, do not count.
 */
async function clustersNow(tx: Tx): Promise<PartNow[]> {
  const clusters = await tx.query<{ name: string; nodes: number; dead: number; hasEngine: boolean; answers: boolean }>(
    `select c.name, count(n.id)::int as nodes, (count(*) filter (where n.health = 'dead'))::int as dead,
       c.engine_id is not null as "hasEngine", coalesce(engine.state = 'ok', false) as answers
     from cluster c left join engine on engine.id = c.engine_id
       left join node n on n.cluster_name = c.name and n.retired_at is null and n.pilot_of is null and n.drain = 0
         and n.health <> 'new'
     where c.hidden_at is null
     group by c.name, c.position, c.engine_id, engine.state having count(n.id) > 0 or c.engine_id is not null
     order by c.position, c.name`,
  );
  return clusters.map(({ hasEngine, answers, ...nodes }) =>
    hasEngine ? engineNow(nodes.name, answers) : clusterNow(nodes),
  );
}

async function noteOutage(tx: Tx, { part, state, text }: PartNow, now: Date): Promise<void> {
  await tx.query(`update service_outage set ended_at = $3 where part = $1 and ended_at is null and state <> $2`, [
    part,
    state,
    now,
  ]);
  if (state === "well") return;
  await tx.query(
    `insert into service_outage (part, state, text, began_at) values ($1, $2, $3, $4)
     on conflict (part) where ended_at is null do nothing`,
    [part, state, text, now],
  );
}

/** Deletes clusters without nodes from the parts, and ends their outage. */
async function deleteGoneParts(tx: Tx, parts: PartNow[], now: Date): Promise<void> {
  const names = parts.map(({ part }) => part);
  await tx.query(`update service_outage set ended_at = $2 where ended_at is null and not part = any($1::text[])`, [
    names,
    now,
  ]);
  await tx.query(`delete from service_part where not part = any($1::text[])`, [names]);
}
