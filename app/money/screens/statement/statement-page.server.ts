import { kindName } from "~/money/inside/billing/statement/line-text";
import { monthName } from "~/money/inside/billing/statement/month";
import { inCents } from "~/money/inside/billing/statement/printed-statement";
import { readStatement } from "~/money/inside/billing/statement/read-statement.server";
import type { Statement } from "~/money/inside/billing/statement/statement";
import { readShownMoney } from "~/money/read-balance.server";
import { asUnits, wholeCents } from "~/money/units";
import { centsText, movementText } from "~/platform/cents-text";
import { type Queryable, snapshot } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";

const LINES_PER_PAGE = 100;

/** Reads one page of a month's statement; 404 for an unknown one. */
export async function readStatementPage(given: {
  tenantId: number;
  month: string;
  search: URLSearchParams;
  now: Date;
}) {
  const statement = await orNotFound(snapshot((q) => readUpToNow(given, q)));
  const cents = inCents(statement);
  const pages = Math.max(1, Math.ceil(statement.lines.length / LINES_PER_PAGE));
  const page = Math.min(Math.max(1, Math.floor(Number(given.search.get("page")) || 1)), pages);
  const first = (page - 1) * LINES_PER_PAGE;
  const lines = statement.lines.slice(first, first + LINES_PER_PAGE).map((line, index) => ({
    id: line.id,
    ts: Math.floor(line.at.getTime() / 1000),
    kind: kindName(line.kind),
    text: line.text || kindName(line.kind),
    detail: line.kind === "task" ? { seconds: line.seconds, gpus: line.gpus } : null,
    amount: movementText(cents.lines[first + index] ?? 0n),
  }));
  const { month, soFar, closing } = statement;
  return {
    month,
    name: monthName(month),
    soFar,
    page,
    pages,
    lines,
    movements: statement.lines.length,
    opening: centsText(cents.opening),
    closing: centsText(cents.closing),
    credits: movementText(sumOf(cents.lines, (amount) => amount > 0n)),
    charges: movementText(sumOf(cents.lines, (amount) => amount < 0n)),
    owed: closing.owedUnits < 0n ? centsText(-wholeCents(closing.owedUnits)) : null,
  };
}

/**
 * Reads the statement with what running tasks cost since the last posting, rounded as on every screen (decision 0248),
 * so that the balance so far equals the one in the header.
 */
async function readUpToNow(given: { tenantId: number; month: string; now: Date }, q: Queryable): Promise<Statement> {
  const statement = await readStatement(given, q);
  if (!statement.soFar) return statement;
  const { unposted } = await readShownMoney(given, q);
  const since = new Map(unposted.map(({ resvGuid, units }) => [resvGuid, units]));
  const lines = statement.lines.map((line) => ({ ...line, units: asUnits(line.units - (since.get(line.id) ?? 0n)) }));
  return { ...statement, lines };
}

/** Turns the domain's M04 into the 404 page. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  return await reading.catch((fault: unknown) => {
    if (fault instanceof Refusal && fault.details.status === 404) throw new Response(null, { status: 404 });
    throw fault;
  });
}

function sumOf(amounts: readonly bigint[], which: (amount: bigint) => boolean): bigint {
  return amounts.filter(which).reduce((sum, amount) => sum + amount, 0n);
}
