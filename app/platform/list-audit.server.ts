import { db } from "./db.server";

export interface AuditFilter {
  /** Users; "system" for automatic acts; null: everyone. */
  actors: number[] | "system" | null;
  /** The exact action; empty: all. */
  action: string;
  target: string;
  from: Date | null;
  until: Date | null;
}

/** End of a page: the next page begins after it, the newer page ends before it. */
export interface AuditPlace {
  at: Date;
  id: bigint;
}

export interface AuditRecord extends AuditPlace {
  /** Number in the chain; null until it is linked. */
  number: bigint | null;
  /** The actor; null for the system. */
  userId: number | null;
  name: string | null;
  email: string | null;
  /** The actor's role at that time. */
  role: string;
  /** The customer it concerns; null for none. */
  tenantName: string | null;
  action: string;
  target: string;
  reason: string;
  before: unknown;
  after: unknown;
}

/**
 * Reads a page of audit rows, newest first. It costs one look-up in the filter's index, however long the audit grows.
 */
export async function listAudit(asked: {
  filter: AuditFilter;
  after: AuditPlace | null;
  limit: number;
}): Promise<AuditRecord[]> {
  const { filter, after, limit } = asked;
  return await listFrom(OLDER, filter, after, limit);
}

/** The page of rows just newer than a place, newest first. */
export async function listNewerAudit(asked: {
  filter: AuditFilter;
  before: AuditPlace;
  limit: number;
}): Promise<AuditRecord[]> {
  const { filter, before, limit } = asked;
  return (await listFrom(NEWER, filter, before, limit)).reverse();
}

async function listFrom(
  side: typeof OLDER,
  { actors, action, target, from, until }: AuditFilter,
  place: AuditPlace | null,
  limit: number,
): Promise<AuditRecord[]> {
  const common = [limit, action, target, from, until, place?.at ?? null, place?.id ?? null];
  if (Array.isArray(actors)) return await db.query<AuditRecord>(side.ofActors, [...common, actors]);
  return await db.query<AuditRecord>(side.ofAll, [...common, actors === "system"]);
}

const COLUMNS = `select r.id, r.at, l.number, r.user_id as "userId", u.name, u.email, r.role, t.tenant_name as "tenantName",
  r.action, r.target, r.reason, r.before, r.after`;

const JOINS = `left join audit_link l on l.row_id = r.id left join user_account u on u.id = r.user_id
  left join tenant t on t.id = r.tenant_id`;

const OLDER = readingBy("r.at desc, r.id desc", "<");
const NEWER = readingBy("r.at, r.id", ">");

/** Builds both statements for an order, starting beyond a place. */
function readingBy(order: string, beyond: "<" | ">") {
  // Planned for each call, so that an unused condition costs nothing.
  const conditions = `($2 = '' or r.action = $2) and ($3 = '' or r.target = $3)
    and ($4::timestamptz is null or r.at >= $4) and ($5::timestamptz is null or r.at < $5)
    and ($6::timestamptz is null or (r.at, r.id) ${beyond} ($6, $7::bigint))
    order by ${order} limit $1`;
  return {
    ofAll: `${COLUMNS} from (select r.* from audit_row r where (not $8::boolean or r.user_id is null) and ${conditions}) r
      ${JOINS} order by ${order}`,
    /** Merges the first rows of each actor. */
    ofActors: `${COLUMNS} from (select r.* from unnest($8::int[]) actor(id) cross join lateral
        (select r.* from audit_row r where r.user_id = actor.id and ${conditions}) r
      order by ${order} limit $1) r
      ${JOINS} order by ${order}`,
  };
}
