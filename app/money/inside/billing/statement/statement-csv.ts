import { textCell } from "~/platform/csv-cell";
import { dollars4Text, inDollars4 } from "./printed-statement";
import type { Statement, StatementBalance } from "./statement";

const HEADER = "row,id,at,kind,text,gpus,cents_per_hour,seconds,units,of_which_debt_units,dollars";
const LINES_PER_PIECE = 500;

/**
 * Writes a statement as CSV (RFC 4180), in pieces: opening, lines, closing. `units` are exact (1/3600 cent); `dollars`
 * have four decimals and add up too.
 */
export function* statementCsv(statement: Statement): Generator<string> {
  const { opening, lines, closing } = inDollars4(statement);
  let piece = `${HEADER}\r\n${balanceRow("opening", statement.opening, opening)}`;
  for (const [index, line] of statement.lines.entries()) {
    const { id, at, kind, text, gpus, pph, seconds, units, owedUnits } = line;
    const isTask = kind === "task";
    piece +=
      `movement,${id},${at.toISOString()},${kind},${textCell(text)},${isTask ? `${gpus},${pph},${seconds}` : ",,"},` +
      `${units},${owedUnits},${dollars4Text(lines[index] ?? 0n)}\r\n`;
    if ((index + 1) % LINES_PER_PIECE === 0) {
      yield piece;
      piece = "";
    }
  }
  yield piece + balanceRow("closing", statement.closing, closing);
}

function balanceRow(row: string, { units, owedUnits }: StatementBalance, steps: bigint): string {
  return `${row},,,,,,,,${units},${owedUnits},${dollars4Text(steps)}\r\n`;
}
