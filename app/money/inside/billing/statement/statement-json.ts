import { dollars4Text, inDollars4 } from "./printed-statement";
import type { Statement, StatementBalance, StatementLine } from "./statement";

const LINES_PER_PIECE = 500;

/** A line as JSON. Exact amounts are strings, because JSON numbers may be read as floats. */
interface StatementLineJson {
  id: string;
  kind: string;
  at: string;
  text: string;
  gpus: number;
  pph: number;
  seconds: number;
  units: string;
  owed_units: string;
  dollars: string;
}

/** Writes a statement as one JSON object, in pieces. */
export function* statementJson(statement: Statement): Generator<string> {
  const { opening, lines, closing } = inDollars4(statement);
  const { month, tenantName, soFar, at } = statement;
  const head = {
    retcode: "OK",
    month,
    tenant_name: tenantName,
    so_far: soFar,
    read_at: at.toISOString(),
    opening: balanceJson(statement.opening, opening),
    closing: balanceJson(statement.closing, closing),
  };
  let piece = `${JSON.stringify(head).slice(0, -1)},"lines":[`;
  for (const [index, line] of statement.lines.entries()) {
    piece += (index === 0 ? "" : ",") + JSON.stringify(lineJson(line, lines[index] ?? 0n));
    if ((index + 1) % LINES_PER_PIECE === 0) {
      yield piece;
      piece = "";
    }
  }
  yield `${piece}]}`;
}

function lineJson(line: StatementLine, steps: bigint): StatementLineJson {
  const { id, kind, at, text, gpus, pph, seconds, units, owedUnits } = line;
  const amounts = { units: String(units), owed_units: String(owedUnits), dollars: dollars4Text(steps) };
  return { id, kind, at: at.toISOString(), text, gpus, pph, seconds, ...amounts };
}

function balanceJson({ units, owedUnits }: StatementBalance, steps: bigint) {
  return { units: String(units), owed_units: String(owedUnits), dollars: dollars4Text(steps) };
}
