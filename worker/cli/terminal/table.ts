import CliTable from "cli-table3";
import type { Colour, Paint } from "./colours";
import { shown } from "./text";

export interface Column<Row> {
  head: string;
  cell: (row: Row) => string;
  right?: boolean;
  colour?: (row: Row) => Colour | undefined;
  /** A narrow terminal drops the columns with the highest number first; without a number a column stays. */
  spare?: number;
}

const GAP = "  ";
const NO_FRAME = Object.fromEntries(Object.keys(new CliTable().options.chars).map((place) => [place, ""]));
const NAME_MIN = 8;

/** Lines of a table without a frame. A narrow terminal drops columns, then cuts the first one, so no line wraps. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number,
  paint: Paint,
): string[] {
  const draw = (kept: readonly Column<Row>[], firstWidth: number | null = null) => {
    const drawn = new CliTable({
      head: kept.map(({ head }) => head),
      colAligns: kept.map(({ right }) => (right ? "right" : "left")),
      colWidths: [firstWidth],
      chars: { ...NO_FRAME, middle: GAP },
      style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    });
    drawn.push(
      ...rows.map((row) =>
        kept.map(({ cell, colour }) => {
          const name = colour?.(row);
          return name ? paint[name](shown(cell(row))) : shown(cell(row));
        }),
      ),
    );
    return drawn;
  };
  let kept = columns;
  while (draw(kept).width > width) {
    const spare = Math.max(...kept.map((column) => column.spare ?? 0));
    if (spare === 0) break;
    kept = kept.filter((column) => (column.spare ?? 0) < spare);
  }
  const nameWidth = Math.max(NAME_MIN, width - GAP.length - draw(kept.slice(1)).width);
  const drawn = draw(kept).width > width ? draw(kept, nameWidth) : draw(kept);
  const [head = "", ...lines] = drawn
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
  return [paint.bold(head), ...lines];
}
