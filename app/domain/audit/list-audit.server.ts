import { db } from "~/db.server";

export interface AuditFilter {
  /** Users; "system" for what nobody did by hand; null: everyone. */
  actors: number[] | "system" | null;
  /** Exactly; empty: all. */
  action: string;
  target: string;
  from: Date | null;
  until: Date | null;
}

/** Where a page ends: the next one begins after it. */
export interface AuditPlace {
  at: Date;
  id: bigint;
}

export interface AuditRecord extends AuditPlace {
  /** Its place in the chain; null while that is being made. */
  number: bigint | null;
  /** Who; null for the system. */
  userId: number | null;
  name: string | null;
  email: string | null;
  /** Of that user then. */
  role: string;
  /** About whom; null where it is about no customer. */
  tenantName: string | null;
  action: string;
  target: string;
  reason: string;
  before: unknown;
  after: unknown;
}

/** Rows of the audit, newest first, by place: one look into the index of the filter, however long it grows. */
export async function listAudit(asked: {
  filter: AuditFilter;
  after: AuditPlace | null;
  limit: number;
}): Promise<AuditRecord[]> {
  const { filter, after, limit } = asked;
  const { actors, action, target, from, until } = filter;
  const place = [after?.at ?? null, after?.id ?? null];
  const common = [limit, action, target, from, until, ...place];
  if (Array.isArray(actors)) return await db.query<AuditRecord>(OF_ACTORS, [...common, actors]);
  return await db.query<AuditRecord>(OF_ALL, [...common, actors === "system"]);
}

/** Planned anew each time, for what is asked: a condition that is not asked for costs nothing. */
const CONDITIONS = `($2 = '' or r.action = $2) and ($3 = '' or r.target = $3)
  and ($4::timestamptz is null or r.at >= $4) and ($5::timestamptz is null or r.at < $5)
  and ($6::timestamptz is null or (r.at, r.id) < ($6, $7::bigint))
  order by r.at desc, r.id desc limit $1`;

const COLUMNS = `select r.id, r.at, l.number, r.user_id as "userId", u.name, u.email, r.role, t.tenant_name as "tenantName",
  r.action, r.target, r.reason, r.before, r.after`;

const JOINS = `left join audit_link l on l.row_id = r.id left join user_account u on u.id = r.user_id
  left join tenant t on t.id = r.tenant_id order by r.at desc, r.id desc`;

const OF_ALL = `${COLUMNS} from (select r.* from audit_row r where (not $8::boolean or r.user_id is null) and ${CONDITIONS}) r
  ${JOINS}`;

/** The newest of each, and of those the newest. */
const OF_ACTORS = `${COLUMNS} from (select r.* from unnest($8::int[]) actor(id) cross join lateral
    (select r.* from audit_row r where r.user_id = actor.id and ${CONDITIONS}) r
  order by r.at desc, r.id desc limit $1) r
  ${JOINS}`;
