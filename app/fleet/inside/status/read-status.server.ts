import { db } from "~/platform/db.server";
import { CONTROL, partName, type ServiceState } from "./parts";
import { AWAY_AFTER_S } from "~/fleet/sample-service.server";

export const STATUS_DAYS = 90;
const OUTAGES = 50;

/** Minutes of a day by the part's state; a day without any is not known. */
export interface DayOfPart {
  /** `2024-01-31`, UTC. */
  day: string;
  well: number;
  degraded: number;
  down: number;
}

export interface StatusPart {
  name: string;
  /** Present state; `unknown` for clusters while the control plane is down. */
  state: ServiceState | "unknown";
  /** Oldest first, of the last 90 days those that are known. */
  days: DayOfPart[];
}

export interface Outage {
  id: string;
  name: string;
  state: ServiceState;
  text: string;
  beganTs: number;
  endedTs: number | null;
}

/** Reads the present state of the service and its incidents of the last 90 days. */
export async function readStatus({ now }: { now: Date }): Promise<{ parts: StatusPart[]; outages: Outage[] }> {
  const [parts, days, outages] = await Promise.all([
    db.query<{ part: string; state: ServiceState; late: boolean }>(
      `select part, state, at < $1::timestamptz - make_interval(secs => ${AWAY_AFTER_S}) as late
       from service_part left join cluster on part = 'cluster:' || cluster.name
       order by part <> 'control', part = 'payments', cluster.position, part`,
      [now],
    ),
    db.query<DayOfPart & { part: string }>(
      `select part, day::text as day, well, degraded, down from service_day
       where day > ($1::timestamptz at time zone 'UTC')::date - ${STATUS_DAYS} order by day`,
      [now],
    ),
    db.query<Omit<Outage, "name"> & { part: string }>(
      `select id::text as id, part, state, text, floor(extract(epoch from began_at))::int as "beganTs",
         floor(extract(epoch from ended_at))::int as "endedTs"
       from service_outage where began_at > $1::timestamptz - interval '${STATUS_DAYS} days' or ended_at is null
       order by began_at desc, id desc limit ${OUTAGES}`,
      [now],
    ),
  ]);
  return {
    parts: parts.map(({ part, state, late }) => ({
      name: partName(part),
      state: !late ? state : part === CONTROL ? "down" : "unknown",
      days: days.filter((one) => one.part === part).map(({ part: _, ...day }) => day),
    })),
    outages: outages.map(({ part, ...outage }) => ({ ...outage, name: partName(part) })),
  };
}
