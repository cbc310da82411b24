import { createHash } from "node:crypto";
import type { Queryable } from "./db.server";

/** Rows may hold whole texts, so a page must fit in memory. */
const PAGE = 1_000;
/** The hash before the first row. */
export const NO_HASH = "0".repeat(64);

/** A place in the chain, stored elsewhere. */
export interface ChainPlace {
  number: number;
  hash: string;
}

export interface AuditVerdict {
  /** Rows checked before the fault, or all. */
  rows: number;
  from: Date | null;
  to: Date | null;
  /** The newest link. */
  newest: ChainPlace;
  /** Number of oldest links that were pruned. */
  pruned: number;
  /** The broken row and why; null: the chain is whole. */
  fault: string | null;
}

/**
 * Recomputes every hash of the chain: a changed, removed, inserted or swapped row does not fit. `kept` is the newest
 * place of an earlier day, which must still be in it. Reads one snapshot, so that writers and pruning continue.
 */
export async function verifyAudit(connection: Queryable, kept: ChainPlace | null = null): Promise<AuditVerdict> {
  await connection.query("begin isolation level repeatable read read only");
  try {
    return await verify(connection, kept);
  } finally {
    await connection.query("rollback");
  }
}

async function verify(connection: Queryable, kept: ChainPlace | null): Promise<AuditVerdict> {
  const [head] = await connection.query<Head>(HEAD);
  const verdict: AuditVerdict = {
    ...{ rows: 0, from: null, to: null, newest: { number: 0, hash: NO_HASH }, pruned: 0 },
    fault: "The head of the chain is gone.",
  };
  if (!head) return verdict;
  const anchor = { number: head.anchorNumber, hash: head.anchorHash };
  Object.assign(verdict, { newest: { number: head.number, hash: head.hash }, pruned: anchor.number });
  verdict.fault = keptFault(kept, anchor, head) ?? (await walk(connection, { verdict, anchor, kept }));
  verdict.fault ??= (await anchorFault(connection, anchor)) ?? (await strayFault(connection));
  return verdict;
}

/** Checks each link from the anchor to the head. */
async function walk(
  connection: Queryable,
  { verdict, anchor, kept }: { verdict: AuditVerdict; anchor: ChainPlace; kept: ChainPlace | null },
): Promise<string | null> {
  let last = anchor;
  for (;;) {
    const links = await connection.query<Link>(LINKS, [last.number, PAGE]);
    for (const link of links) {
      const fault = linkFault(link, last);
      if (fault) return fault;
      last = { number: link.number, hash: link.hash };
      if (last.number === kept?.number && last.hash !== kept.hash)
        return `Link ${last.number} differs from the kept hash: the chain was rewritten.`;
      verdict.rows += 1;
      verdict.from ??= link.at;
      verdict.to = link.at;
    }
    if (links.length < PAGE) break;
  }
  const { number, hash } = verdict.newest;
  if (last.number === number && last.hash === hash) return null;
  if (last.number < number)
    return `The newest rows were removed: the chain ends with link ${last.number} of ${number}.`;
  return `The head of the chain was changed: it says link ${number}, and the last link is ${last.number}.`;
}

function linkFault(link: Link, last: ChainPlace): string | null {
  const { number, rowId, said, at, action } = link;
  if (number !== last.number + 1)
    return number === last.number + 2
      ? `Link ${last.number + 1} was removed.`
      : `Links ${last.number + 1} to ${number - 1} were removed.`;
  if (said === null) return `Row ${rowId} (link ${number}) was removed.`;
  const hash = createHash("sha256").update(`${last.hash} ${said}`).digest("hex");
  if (hash === link.hash) return null;
  return `Row ${rowId} (link ${number}, ${action} at ${at?.toISOString()}) was changed or replaced.`;
}

function keptFault(kept: ChainPlace | null, anchor: ChainPlace, head: ChainPlace): string | null {
  if (!kept) return null;
  if (kept.number > head.number)
    return `The chain ends with link ${head.number}, before the kept link ${kept.number}: rows were removed, or a backup restored.`;
  if (kept.number < anchor.number)
    return `The kept link ${kept.number} was pruned with all links up to ${anchor.number}: keep a newer one.`;
  if (kept.number === anchor.number && kept.hash !== anchor.hash)
    return `Link ${kept.number} differs from the kept hash: the chain was rewritten.`;
  return null;
}

/** Finds an anchor that no recorded pruning explains: somebody else moved it. */
async function anchorFault(connection: Queryable, anchor: ChainPlace): Promise<string | null> {
  const [pruning] = await connection.query<{ number: number | null; hash: string | null }>(
    `select (after ->> 'number')::float8 as number, after ->> 'hash' as hash
     from audit_row where action = 'audit.prune' order by at desc, id desc limit 1`,
  );
  const { number, hash } = pruning ?? { number: 0, hash: NO_HASH };
  if (number === anchor.number && hash === anchor.hash) return null;
  return `The chain begins after link ${anchor.number}, but nothing was pruned there: older rows were removed.`;
}

/** Finds rows outside the chain: rows without a link, and links before its beginning. */
async function strayFault(connection: Queryable): Promise<string | null> {
  const [row] = await connection.query<{ id: number }>(
    `select id::float8 as id from audit_row r where not exists (select from audit_link l where l.row_id = r.id)
     order by r.id limit 1`,
  );
  if (row) return `Row ${row.id} was inserted outside the chain.`;
  const [link] = await connection.query<{ number: number }>(
    `select l.number::float8 as number from audit_link l, audit_head h where l.number <= h.anchor_number
     order by l.number limit 1`,
  );
  return link ? `Link ${link.number} comes before the beginning of the chain.` : null;
}

interface Head extends ChainPlace {
  anchorNumber: number;
  anchorHash: string;
}

const HEAD = `select number::float8 as number, hash, anchor_number::float8 as "anchorNumber", anchor_hash as "anchorHash"
  from audit_head`;

interface Link extends ChainPlace {
  rowId: number;
  /** Text that was hashed after the previous hash; null if the row is missing. */
  said: string | null;
  at: Date | null;
  action: string | null;
}

/** Repeats the text that `audit_hash` hashes, on purpose: an independent check. */
const LINKS = `
  select l.number::float8 as number, l.row_id::float8 as "rowId", l.hash, r.at, r.action,
    case when r.id is not null then jsonb_build_array(l.number, r.id, r.user_id, r.role, r.tenant_id, r.action, r.target,
      r.reason, r.before, r.after, r.request_id,
      to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text end as said
  from audit_link l left join audit_row r on r.id = l.row_id
  where l.number > $1::float8::bigint order by l.number limit $2`;
