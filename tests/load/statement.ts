import { db, transaction } from "~/platform/db.server";
import { type Posting, postTransactions } from "~/money/ledger.server";
import { boundsOf, monthOf } from "~/money/inside/billing/statement/month";
import { readStatement } from "~/money/inside/billing/statement/read-statement.server";
import { statementCsv } from "~/money/inside/billing/statement/statement-csv";
import { statementJson } from "~/money/inside/billing/statement/statement-json";
import { statementPdf } from "~/money/inside/billing/statement/statement-pdf.server";
import { asUnits, centsToUnits } from "~/money/units";
import { aTenant, theCatalogue } from "../support/world";
import { figure, heading, quantile } from "./report";

const MOVEMENTS = 10_000;
const ROUNDS = 7;
const MONTH = monthOf(new Date("2026-01-01T00:00:00Z"));
const NOW = new Date("2026-03-01T00:00:00Z");

/** Statements of a month of 10,000 movements as files, compared with the bare statement that reads the same rows. */
export async function benchStatement(): Promise<void> {
  heading(`Statement of ${MOVEMENTS} movements`);
  await theCatalogue();
  const { tenantId } = await aTenant({ dollars: 0, now: boundsOf(MONTH).from });
  await fill(tenantId);
  const bare = await median(() => readBare(tenantId));
  const read = () => readStatement({ tenantId, month: MONTH, now: NOW });
  figure("bare SQL of the same rows, median ms", bare.toFixed(0));
  await show("CSV", bare, "at most 3.00", async () => void [...statementCsv(await read())].join("").length);
  await show("JSON", bare, "at most 3.00", async () => void [...statementJson(await read())].join("").length);
  const billedTo = { tenantName: "bench", name: "", company: "", tax: "", addressLines: [] };
  const pdf = async () => statementPdf(await read(), { seller: { name: "Bench", lines: [] }, billedTo });
  await show(
    "PDF of some 200 pages",
    bare,
    "",
    async () => void (await new Response(await pdf()).arrayBuffer()).byteLength,
  );
}

async function show(name: string, bareMs: number, goal: string, work: () => Promise<void>): Promise<void> {
  const ms = await median(work);
  figure(`${name}, median ms`, ms.toFixed(0));
  figure(`${name}, ratio`, (ms / bareMs).toFixed(2), goal);
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    samples.push(performance.now() - began);
  }
  return quantile(samples, 0.5);
}

async function fill(tenantId: number): Promise<void> {
  const { from } = boundsOf(MONTH);
  const postings = Array.from({ length: MOVEMENTS }, (_, number): Posting => {
    const units = centsToUnits(BigInt(1 + number));
    return {
      tenantId,
      kind: "topup",
      key: `bench:${number}`,
      description: `Top-up MR-2026-${number}`,
      at: new Date(from.getTime() + number * 1000),
      entries: [
        { account: "provider", units: asUnits(-units) },
        { account: "customer", units },
      ],
    };
  });
  await transaction((tx) => postTransactions(tx, postings));
  await db.query(`vacuum analyze`);
}

async function readBare(tenantId: number): Promise<void> {
  const { from, until } = boundsOf(MONTH);
  const rows = await db.query(
    `select posted.id, posted.kind, posted.at, posted.description, entry.units from ledger_transaction posted
     join ledger_entry entry on entry.transaction_id = posted.id
     join ledger_account account on account.id = entry.account_id and account.tenant_id = $1
     where posted.tenant_id = $1 and posted.at >= $2 and posted.at < $3 order by posted.at, posted.id`,
    [tenantId, from, until],
  );
  if (rows.length !== MOVEMENTS) throw new Error(`${rows.length} rows`);
}
