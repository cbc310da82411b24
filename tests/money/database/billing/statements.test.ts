import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { listTransactions } from "~/money/list-transactions.server";
import { explainLine } from "~/money/inside/billing/statement/explain-line.server";
import { boundsOf } from "~/money/inside/billing/statement/month";
import { inCents, inDollars4 } from "~/money/inside/billing/statement/printed-statement";
import { readStatement } from "~/money/inside/billing/statement/read-statement.server";
import type { Statement } from "~/money/inside/billing/statement/statement";
import { statementCsv } from "~/money/inside/billing/statement/statement-csv";
import { statementJson } from "~/money/inside/billing/statement/statement-json";
import { aTenant, theCatalogue } from "../../../support/world";
import { readCsv } from "../../../support/csv";
import { at, type RunningTask } from "./running-task";
import { APRIL, aToldTask, type Happening, happening, live, MARCH, MONTH_END } from "./statement-history";

beforeAll(async () => {
  await theCatalogue();
});

test("after any history of tasks, credits, debits and refunds a month's opening and lines are its closing, and every line can be worked out again", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
      fc.array(happening, { minLength: 5, maxLength: 25 }),
      async (prices, history) => {
        let second = MONTH_END - 900;
        const { tenantId } = await aTenant({ dollars: 0.5, now: at(second) });
        const tasks: RunningTask[] = [];
        for (const pph of prices) tasks.push(await aToldTask({ tenantId, pph, from: second }));
        for (const one of history) {
          second += one.wait;
          await live(one, tenantId, tasks, second);
        }
        const now = at(Math.max(second, MONTH_END + 1));
        const march = await readStatement({ tenantId, month: MARCH, now });
        const april = await readStatement({ tenantId, month: APRIL, now });
        expect(march.opening).toEqual({ units: 0n, owedUnits: 0n });
        expect(april.opening).toEqual(march.closing);
        expect(april.closing).toEqual(await entriesOf(tenantId));
        for (const statement of [march, april]) {
          expectToAddUp(statement);
          await expectExplained(tenantId, statement);
        }
        await expectDatesOfBilling(tenantId, [march, april], now);
      },
    ),
    // Shrinking a history would take longer than any limit; the seed and the history are enough.
    { numRuns: 25, endOnFailure: true, examples: [OVERDRAWN_IN_AN_INCIDENT] },
  );
});

/** The money ended, unnoticed, before a task came back from its incident: at a second before its charged time. */
const OVERDRAWN_IN_AN_INCIDENT: [number[], Happening[]] = [
  [4, 296, 368, 209],
  [
    { what: "incident", wait: 120, task: 3, units: 1 },
    { what: "back", wait: 554, task: 3, units: 1 },
    { what: "debit", wait: 78, task: 0, units: 81_141 },
    { what: "watch", wait: 190, task: 0, units: 1 },
  ],
];

function expectToAddUp(statement: Statement): void {
  const { opening, lines, closing } = statement;
  expect(sum([opening.units, ...lines.map((line) => line.units)])).toBe(closing.units);
  expect(sum([opening.owedUnits, ...lines.map((line) => line.owedUnits)])).toBe(closing.owedUnits);
  for (const printed of [inCents(statement), inDollars4(statement)]) {
    expect(sum([printed.opening, ...printed.lines])).toBe(printed.closing);
  }
  const rows = readCsv([...statementCsv(statement)].join(""));
  expect(rows.at(-1)?.["row"]).toBe("closing");
  expect(sum(rows.slice(0, -1).map((row) => BigInt(row["units"] ?? "")))).toBe(closing.units);
  expect(tenThousandths(rows.slice(0, -1))).toBe(tenThousandths(rows.slice(-1)));
  const json = JSON.parse([...statementJson(statement)].join("")) as {
    lines: { units: string }[];
    closing: object;
  };
  expect(json.lines.map((line) => line.units)).toEqual(lines.map((line) => String(line.units)));
  expect(json.closing).toMatchObject({ units: String(closing.units), owed_units: String(closing.owedUnits) });
}

/**
 * A line has the same date as on Billing, or the start of the month if the task started earlier; lines are in that
 * order.
 */
async function expectDatesOfBilling(tenantId: number, statements: Statement[], now: Date): Promise<void> {
  const dates = new Map((await listTransactions({ tenantId, now })).map(({ id, start_ts }) => [id, start_ts]));
  for (const { month, lines } of statements) {
    const shown = lines.map(({ at }) => Math.floor(at.getTime() / 1000));
    const began = boundsOf(month).from.getTime() / 1000;
    expect(shown).toEqual(lines.map(({ id }, index) => Math.max(dates.get(id) ?? shown[index] ?? 0, began)));
    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
  }
}

async function expectExplained(tenantId: number, { month, lines }: Statement): Promise<void> {
  for (const line of lines) {
    const explained = await explainLine({ tenantId, month, id: line.id });
    expect(explained).toMatchObject({ kind: line.kind, text: line.text, units: line.units });
    if (explained.about === "movement") {
      expect(explained.sum).toBe(0n);
      expect(explained.incident?.holds ?? true).toBe(true);
      continue;
    }
    const { difference, units, seconds, checks } = explained.recomputed;
    expect({ difference, units, seconds }).toEqual({
      difference: 0n,
      units: line.units,
      seconds: line.seconds,
    });
    expect(checks.filter(({ holds }) => !holds)).toEqual([]);
  }
}

/** The tenant's balances computed only from its entries. */
async function entriesOf(tenantId: number): Promise<Statement["closing"]> {
  const [row] = await db.query<{ units: bigint; owed: bigint }>(
    `select coalesce(sum(entry.units), 0)::bigint as units,
       coalesce(sum(entry.units) filter (where account.kind = 'owed'), 0)::bigint as owed
     from ledger_entry entry join ledger_account account on account.id = entry.account_id
     where account.tenant_id = $1`,
    [tenantId],
  );
  if (!row) throw new Error("no entries");
  return { units: row.units, owedUnits: row.owed } as Statement["closing"];
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function tenThousandths(rows: Record<string, string>[]): bigint {
  return sum(rows.map((row) => BigInt((row["dollars"] ?? "").replace(".", ""))));
}
