import { db, type Queryable } from "~/platform/db.server";
import { M } from "~/money/messages";
import { Refusal } from "~/platform/refusal";
import { TASK_BEGINS } from "~/money/list-transactions.server";
import type { TransactionKind } from "~/money/transaction-kinds";
import { asUnits } from "~/money/units";
import { asMonth, boundsOf, monthOf } from "./month";
import type { Statement, StatementLine } from "./statement";

/**
 * Reads the statement of a month in one query, so that balances and lines agree.
 * @throws Refusal M04 (404) for an invalid month, or one before the tenant existed.
 */
export async function readStatement(
  given: { tenantId: number; month: string; now: Date },
  q: Queryable = db,
): Promise<Statement> {
  const { tenantId, now } = given;
  const month = asMonth(given.month);
  if (!month || month > monthOf(now)) throw new Refusal(M.notFound, { status: 404 });
  const { from, until } = boundsOf(month);
  const rows = await q.query<LineRow>(STATEMENT, [tenantId, from, until]);
  const end = rows.find(({ id }) => id === null);
  const lines = rows.filter(({ id }) => id !== null).map(toLine);
  if (!end || monthOf(end.at) > month) throw new Refusal(M.notFound, { status: 404 });
  return { month, tenantName: end.text, soFar: until > now, at: now, lines, ...balances(end, lines) };
}

/** A line; or, without an id, the tenant with its name, its first day, and its balance at the end of the month. */
interface LineRow {
  /** Orders the lines of one moment. */
  first_id: bigint | null;
  id: string | null;
  kind: TransactionKind;
  at: Date;
  text: string;
  units: bigint;
  owed: bigint;
  charged: bigint;
  pph: number;
  gpus: number;
}

function toLine({ id, kind, at, text, units, owed, charged, pph, gpus }: LineRow): StatementLine {
  const seconds = pph > 0 ? Number(charged / BigInt(pph)) : 0;
  const [total, owedUnits] = [asUnits(units), asUnits(owed)];
  return { id: id ?? "", kind, at, text, seconds, pph, gpus, units: total, owedUnits };
}

function balances(end: LineRow, lines: readonly StatementLine[]): Pick<Statement, "opening" | "closing"> {
  let { units, owed } = end;
  const closing = { units: asUnits(units), owedUnits: asUnits(owed) };
  for (const line of lines) {
    units -= line.units;
    owed -= line.owedUnits;
  }
  return { opening: { units: asUnits(units), owedUnits: asUnits(owed) }, closing };
}

/** The closing balance is the current balance minus later postings. */
const STATEMENT = `
  with account as materialized (
    select id, balance, kind = 'owed' as owes from ledger_account where tenant_id = $1 and unit = 'usd'
  ), posted as materialized (
    select posted.id, posted.kind, posted.resv_guid, posted.description, posted.at, entry.units, account.owes
    from ledger_transaction posted
    join ledger_entry entry on entry.transaction_id = posted.id
    join account on account.id = entry.account_id
    where posted.tenant_id = $1 and posted.unit = 'usd' and posted.at >= $2
  ), tasks as (
    select resv_guid, min(id) as first_id, sum(units) as units,
      coalesce(sum(units) filter (where owes), 0) as owed, -coalesce(sum(units) filter (where units < 0), 0) as charged
    from posted where at < $3 and kind = 'task' group by resv_guid
  ), others as (
    select id as first_id, kind, description, at, sum(units) as units,
      coalesce(sum(units) filter (where owes), 0) as owed
    from posted where at < $3 and kind <> 'task' group by id, kind, description, at
  )
  select first_id, resv_guid::text as id, 'task' as kind, greatest(${TASK_BEGINS}, $2) as at, task_name as text, units::bigint, owed::bigint,
    charged::bigint, pph, gpus_granted as gpus
  from tasks join task using (resv_guid)
  union all
  select first_id, first_id::text, kind, at, description, units::bigint, owed::bigint, 0, 0, 0 from others
  union all
  select null, null, '', least(tenant.created_at, (select min(at) from ledger_transaction where tenant_id = $1 and unit = 'usd')),
    tenant_name,
    (select sum(balance) from account)::bigint - coalesce((select sum(units) from posted where at >= $3), 0)::bigint,
    (select sum(balance) from account where owes)::bigint
      - coalesce((select sum(units) from posted where at >= $3 and owes), 0)::bigint, 0, 0, 0
  from tenant where id = $1
  order by at, first_id`;
