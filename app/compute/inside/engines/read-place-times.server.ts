import { asUnits, unitsToDollars2 } from "~/money/units";
import { db } from "~/platform/db.server";
import type { TimeVerdict } from "./judge-time";

const SHOWN = 50;

/** A place whose charged seconds and accounting differ. */
export interface TimeFinding {
  name: string;
  tenantName: string;
  taskName: string;
  verdict: TimeVerdict;
  charged: number;
  /** Null: it has no end in accounting. */
  elapsed: number | null;
  refundedDollars: number;
  checkedTs: number;
}

/** Charged seconds of an engine's places, compared with its accounting. */
export interface PlaceTimes {
  /** Time of the last comparison; null: never. */
  checkedTs: number | null;
  /** Why accounting was not asked; empty: it was. */
  why: string;
  /** Places compared in the last 30 days, and their seconds. */
  places: number;
  charged: number;
  elapsed: number;
  findings: TimeFinding[];
}

/** Reads what the nightly comparisons of an engine found in the last 30 days, and all runaways (20.10). */
export async function readPlaceTimes(engineId: number, { now }: { now: Date }): Promise<PlaceTimes> {
  const [sums] = await db.query<Omit<PlaceTimes, "findings">>(
    `select floor(extract(epoch from times_checked_at))::float8 as "checkedTs", times_why as why, compared.* from engine,
       (select count(*)::int as places, coalesce(sum(charged_s), 0)::float8 as charged, coalesce(sum(elapsed_s), 0)::float8 as elapsed
        from place_time where engine_id = $1 and verdict in ('well', 'over', 'idle')
          and checked_at > $2::timestamptz - interval '30 days') compared
     where id = $1`,
    [engineId, now],
  );
  const findings = await db.query<Omit<TimeFinding, "refundedDollars"> & { refunded: bigint }>(
    `select compared.name, tenant.tenant_name as "tenantName", t.task_name as "taskName", compared.verdict, charged_s as charged,
       elapsed_s as elapsed, refunded_units as refunded, floor(extract(epoch from checked_at))::float8 as "checkedTs"
     from place_time compared join engine_place place on place.name = compared.name
       join task t on t.resv_guid = place.resv_guid join tenant on tenant.id = t.tenant_id
     where compared.engine_id = $1 and compared.verdict in ('over', 'idle', 'runaway')
       and (compared.verdict = 'runaway' or checked_at > $2::timestamptz - interval '30 days')
     order by compared.verdict = 'over' desc, checked_at desc, compared.name limit ${SHOWN}`,
    [engineId, now],
  );
  return {
    ...(sums ?? { checkedTs: null, why: "", places: 0, charged: 0, elapsed: 0 }),
    findings: findings.map(({ refunded, ...row }) => ({ ...row, refundedDollars: unitsToDollars2(asUnits(refunded)) })),
  };
}
