import { db } from "~/platform/db.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import type { RehearsalInput, SourceRow } from "../rehearsal-input";
import type { StoredResult } from "../stored-result";
import type { BriefJson, RehearsalJson } from "./rehearsal-json";
import { resultJson } from "./result-json";

/** The author of advice. */
export const PRODUCT = "Millrace";

const ts = (sql: string) => `floor(extract(epoch from ${sql}))::int`;

const BRIEF = `r.id, r.name, case when r.advice is null then u.name else '${PRODUCT}' end as by, r.state, r.progress, ${ts("r.made_at")} as created_ts,
  ${ts("r.started_at")} as started_ts, ${ts("r.ended_at")} as ended_ts`;

/** Checks for staff who see the money of a rehearsal: those who may run one and see money (A44). */
export function seesMoneyOf(viewer: WithRights): boolean {
  return hasRight(viewer, "money.see") && hasRight(viewer, "fleet.act");
}

export type ListedRehearsal = BriefJson & {
  source: RehearsalInput["source"];
  variants: string[];
};

const A_PAGE = 25;

/** A page of the rehearsals, the newest first. */
export async function listRehearsals({ page }: { page: number }) {
  const rows = await db.query<ListedRehearsal>(
    `select ${BRIEF}, r.input->'source' as source,
       (select coalesce(json_agg(one->>'name'), '[]') from jsonb_array_elements(r.input->'variants') one) as variants
     from rehearsal r left join user_account u on u.id = r.made_by order by r.id desc limit $1::int + 1 offset $2`,
    [A_PAGE, (page - 1) * A_PAGE],
  );
  return { rows: rows.slice(0, A_PAGE), page, more: rows.length > A_PAGE };
}

type Stored = BriefJson & {
  input: RehearsalInput;
  hasFile: boolean;
  hash: string | null;
  fault: string | null;
  result: StoredResult | null;
  /** Rehearsals that wait in front of it. */
  before: number;
};

export type Rehearsal = RehearsalJson & Pick<Stored, "input" | "hasFile" | "before">;

/** Reads one rehearsal, with money only for those who see it; null if there is none. */
export async function readRehearsal({ id, seesMoney }: { id: number; seesMoney: boolean }): Promise<Rehearsal | null> {
  const [row] = await db.query<Stored>(
    `select ${BRIEF}, r.input, r.file is not null as "hasFile", r.hash, r.fault, r.result,
       (select count(*)::int from rehearsal o where o.state = 'waiting' and o.id < r.id) as before
     from rehearsal r left join user_account u on u.id = r.made_by where r.id = $1`,
    [id],
  );
  if (!row) return null;
  const { fault, result, ...rest } = row;
  return {
    ...rest,
    faults: fault?.split("\n") ?? [],
    result: result ? resultJson(result, { nameOf: await namesIn(result), seesMoney }) : null,
  };
}

async function namesIn({ past, variants }: StoredResult): Promise<(tenantId: number) => string | null> {
  if (past.tenantNames) {
    const { tenantNames } = past;
    return (tenantId) => tenantNames[tenantId] ?? null;
  }
  const ids = [...new Set(variants.flatMap(({ byTenant }) => byTenant.map(({ tenantId }) => tenantId)))];
  const rows = await db.query<{ id: number; name: string }>(
    `select id, tenant_name as name from tenant where id = any($1::int[])`,
    [ids],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (tenantId) => names.get(tenantId) ?? null;
}

/** A cluster and GPU type of nodes that are ours, with the sizes of its nodes, the most frequent first. */
export interface OwnRow {
  cluster: string;
  gpuType: string;
  sizes: number[];
  infiniband: boolean;
}

/** The row, as a rehearsal's input names it. */
export function sourceRow({ cluster, gpuType }: OwnRow): SourceRow {
  return { cluster_name: cluster, gpu_type: gpuType };
}

/** Lists the rows of capacity; that whose tasks waited longest in the last 28 days first. */
export async function listOwnRows({ now }: { now: Date }): Promise<OwnRow[]> {
  return await db.query<OwnRow>(
    `with size as (
       select cluster_name, gpu_type, gpus, count(*) as nodes, bool_and(ibs_active > 0) as infiniband
       from node where retired_at is null and pilot_of is null group by 1, 2, 3
     ), wait as (
       select cluster_name, gpu_type, avg(extract(epoch from placed_at - accepted_at)) as mean_s
       from task where placed_at > $1::timestamptz - interval '28 days' group by 1, 2
     )
     select cluster_name as cluster, gpu_type as "gpuType", array_agg(gpus order by nodes desc, gpus desc) as sizes,
       (array_agg(infiniband order by nodes desc, gpus desc))[1] as infiniband
     from size left join wait using (cluster_name, gpu_type) where gpu_type <> ''
     group by cluster_name, gpu_type, mean_s order by mean_s desc nulls last, cluster_name, gpu_type`,
    [now],
  );
}
