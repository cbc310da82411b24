import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { addCredit } from "~/money/add-credit.server";
import { checkLedger } from "~/money/check-ledger.server";
import { mergeLedgerHours } from "~/money/ledger-hours.server";
import { MONEY_FIGURE_NAMES } from "~/money/money-figures";
import { listTenantMoney, type MoneySplit, type MoneySums, sumMoney } from "~/money/report-sums.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits } from "~/money/units";
import { db, transaction } from "~/platform/db.server";
import { aTenant, theCatalogue } from "../../../support/world";
import { aTask } from "../../../compute/database/tasks/support";

const DAYS = { start: "2026-01-20", end: "2026-03-31" };
const FROM_MS = Date.parse("2026-01-20T00:00:00Z");
const HOURS = 24 * 71;

/** Each way in which money moves, with the house's account. */
const MOVES = [
  { way: "in", account: "provider", kind: "topup" },
  { way: "in", account: "promo", kind: "coupon" },
  { way: "in", account: "refund", kind: "refund" },
  { way: "in", account: "adjustment", kind: "adjustment" },
  { way: "out", account: "provider", kind: "refund" },
  { way: "out", account: "provider", kind: "chargeback" },
  { way: "in", account: "provider", kind: "chargeback" },
  { way: "out", account: "adjustment", kind: "adjustment" },
  { way: "charge", account: "revenue", kind: "task" },
  { way: "charge", account: "revenue", kind: "volume" },
  { way: "in", account: "revenue", kind: "task" },
  { way: "in", account: "receivable", kind: "topup" },
  { way: "out", account: "receivable", kind: "topup" },
  { way: "out", account: "receivable", kind: "refund" },
] as const;

let tenants: number[];
let tasks: { resvGuid: string; tenantId: number }[];
let count = 0;

beforeEach(async () => {
  await theCatalogue();
  tenants = [];
  tasks = [];
  for (let nth = 0; nth < 2; nth++) {
    const { tenantId } = await aTenant({ dollars: 0 });
    tenants.push(tenantId);
    tasks.push({ resvGuid: await aTask({ tenantId, state: "finished" }), tenantId });
  }
  await db.query(`update task set cluster_name = 'ams2', gpu_type = 'a100' where resv_guid = $1`, [tasks[1]?.resvGuid]);
});

/** The tasks of these charges never ran, so only the sums are compared. */
const KEPT = { wrongBalances: 0, wrongHours: 0, wrongDays: 0, wrongMonths: 0 };

interface Move {
  move: (typeof MOVES)[number];
  of: number;
  units: number;
  hour: number;
}

async function post({ move, of, units, hour }: Move): Promise<void> {
  const tenantId = tenants[of] ?? 0;
  const key = `report:${tenantId}:${count++}`;
  const resvGuid = move.kind === "task" || move.account === "refund" ? (tasks[of]?.resvGuid ?? null) : null;
  const now = new Date(FROM_MS + hour * 3_600_000 + 1234);
  const vat = asUnits(move.account === "receivable" ? BigInt(units % 7) : 0n);
  const amount = { tenantId, units: asUnits(BigInt(units)), vat, key, kind: move.kind, description: "", now };
  await transaction(async (tx) => {
    if (move.way === "in") await addCredit(tx, { ...amount, resvGuid, from: move.account });
    // A charge has its task, which a debit never has.
    else if (move.way === "out") await takeMoney(tx, { ...amount, to: move.account });
    else
      await tx.query(
        `with posted as (
           insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, resv_guid, description, at)
           values ($1, '', $2, 'usd', $3, $4, '', $5) returning id)
         insert into ledger_entry (transaction_id, account_id, units)
         select posted.id, account.id, case account.kind when 'revenue' then $6::bigint else -$6::bigint end
         from posted, ledger_account account
         where (account.tenant_id = $3 and account.kind = 'customer') or (account.tenant_id is null and account.kind = 'revenue')`,
        [key, move.kind, tenantId, resvGuid, now, units],
      );
  });
}

/** What a report must show, from the entries alone. */
async function fromEntries(key: string, of: string): Promise<Map<string, MoneySums>> {
  const rows = await db.query<MoneySums & { key: string }>(
    `select ${key} as key,
       coalesce(sum(e.units) filter (where a.kind = 'revenue'), 0)::bigint as charges,
       coalesce(-sum(e.units) filter (where a.kind = 'refund'), 0)::bigint as refunds,
       coalesce(sum(e.units) filter (where a.kind in ('revenue', 'refund')), 0)::bigint as revenue,
       coalesce(-sum(e.units) filter (where a.kind in ('provider', 'receivable', 'vat') and t.kind = 'topup'), 0)::bigint as "topUps",
       coalesce(sum(e.units) filter (where a.kind in ('provider', 'receivable', 'vat') and t.kind <> 'topup'), 0)::bigint as returned,
       coalesce(sum(e.units) filter (where a.kind = 'vat'), 0)::bigint as vat,
       coalesce(-sum(e.units) filter (where a.kind in ('promo', 'adjustment')), 0)::bigint as credits
     from ledger_entry e join ledger_transaction t on t.id = e.transaction_id join ledger_account a on a.id = e.account_id
     left join task on task.resv_guid = t.resv_guid
     where a.tenant_id is null and a.unit = 'usd' and t.at >= $1::date and t.at < $2::date + 1 and ${of} group by 1`,
    [DAYS.start, DAYS.end],
  );
  return new Map(rows.map(({ key: name, ...sums }) => [name, sums]));
}

const KEYS: Record<MoneySplit, string> = {
  whole: "''",
  day: "to_char(t.at at time zone 'UTC', 'YYYY-MM-DD')",
  week: "to_char(date_trunc('week', t.at at time zone 'UTC'), 'YYYY-MM-DD')",
  month: "to_char(t.at at time zone 'UTC', 'YYYY-MM-01')",
  cluster: "coalesce(task.cluster_name, '')",
  type: "coalesce(task.gpu_type, '')",
};

const someMoves = fc.array(
  fc.record({
    move: fc.constantFrom(...MOVES),
    of: fc.integer({ min: 0, max: 1 }),
    units: fc.integer({ min: 1, max: 5_000_000 }),
    hour: fc.integer({ min: 0, max: HOURS - 1 }),
  }),
  { minLength: 1, maxLength: 25 },
);

describe("The sums of a report", () => {
  test("are those of the entries, whatever is posted, by every split, before and after hours are merged", async () => {
    await fc.assert(
      fc.asyncProperty(someMoves, async (moves) => {
        // Charges need a balance.
        for (const of of [0, 1]) await post({ move: MOVES[0], of, units: 200_000_000, hour: 0 });
        for (const move of moves) await post(move);
        for (const merged of [false, true]) {
          if (merged) await mergeLedgerHours({ now: new Date(FROM_MS + (HOURS + 100) * 3_600_000) });
          for (const split of Object.keys(KEYS) as MoneySplit[]) {
            const sums = new Map(
              (await sumMoney({ days: DAYS, split })).map(({ key, ...figures }) => [key, figures as MoneySums]),
            );
            expect(sums).toEqual(await fromEntries(KEYS[split], "true"));
          }
        }
        expect(await checkLedger()).toMatchObject(KEPT);
      }),
      { numRuns: 8 },
    );
  });

  test("of tenants are those of their entries in these months, ordered by each figure or by the change", async () => {
    await post({ move: MOVES[0], of: 0, units: 9_000_000, hour: 1 });
    await post({ move: MOVES[0], of: 1, units: 9_000_000, hour: 1 });
    const charge = MOVES[8];
    await post({ move: charge, of: 0, units: 3_000_000, hour: 24 * 20 });
    await post({ move: charge, of: 0, units: 1_000_000, hour: 24 * 50 });
    await post({ move: charge, of: 1, units: 2_000_000, hour: 24 * 50 });
    await post({ move: MOVES[2], of: 1, units: 360_000, hour: 24 * 50 });
    const february = { start: "2026-02-01", end: "2026-02-01" };
    const march = { start: "2026-03-01", end: "2026-03-01" };
    const list = async (order: "revenue" | "change" | "refunds") =>
      (await listTenantMoney({ months: march, before: february, order, limit: 9 }))
        .filter(({ tenantId }) => tenants.includes(tenantId))
        .map((row) => [tenants.indexOf(row.tenantId), row.revenue, row.before, row.refunds]);
    const [first, second] = [
      [0, 1_000_000n, 3_000_000n, 0n],
      [1, 1_640_000n, 0n, 360_000n],
    ];
    expect(await list("revenue")).toEqual([second, first]);
    expect(await list("change")).toEqual([first, second]);
    expect(await list("refunds")).toEqual([second]);
    const alone = await listTenantMoney({ months: march, before: null, order: "revenue", limit: 9 });
    const sums = alone.find(({ tenantId }) => tenantId === tenants[1]);
    const entries = (await fromEntries("''", `t.tenant_id = ${tenants[1]} and t.at >= '2026-03-01'`)).get("");
    for (const figure of MONEY_FIGURE_NAMES) expect(sums?.[figure]).toBe(entries?.[figure]);
  });

  test("that were changed by hand are found by the check", async () => {
    await post({ move: MOVES[0], of: 0, units: 1000, hour: 1 });
    await db.query(`update ledger_month set units = units + 1 where tenant_id = $1`, [tenants[0]]);
    expect(await checkLedger()).toMatchObject({ wrongMonths: 1, wrongHours: 0 });
    await db.query(`update ledger_month set units = units - 1 where tenant_id = $1`, [tenants[0]]);
    expect(await checkLedger()).toMatchObject(KEPT);
  });
});
