import type { Colour, Paint } from "./colours";
import { cut, shown, widthOf } from "./text-width";

export interface Column<Row> {
  head: string;
  cell: (row: Row) => string;
  right?: boolean;
  colour?: (row: Row) => Colour | undefined;
  /** Left out first where the terminal is narrow: the higher, the sooner; 0 stays. */
  spare?: number;
}

const GAP = "  ";

/** A table with a head, as wide as its content; on a narrow terminal it does without the columns that can be spared. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number,
  paint: Paint,
): string[] {
  let kept = columns.map((column) => ({ column, cells: rows.map((row) => shown(column.cell(row))) }));
  const widths = () => kept.map(({ column, cells }) => Math.max(widthOf(column.head), ...cells.map(widthOf)));
  const total = () => widths().reduce((sum, one) => sum + one + GAP.length, -GAP.length);
  while (total() > width) {
    const spare = Math.max(...kept.map(({ column }) => column.spare ?? 0));
    if (spare === 0) break;
    kept = kept.filter(({ column }) => (column.spare ?? 0) < spare);
  }
  const wide = widths();
  const over = total() - width;
  // The first column is the name: what is too long of it is cut, so that a line stays one.
  if (over > 0) wide[0] = Math.max(8, (wide[0] ?? 0) - over);
  const line = (cells: { text: string; right: boolean; colour?: Colour | undefined }[]) =>
    cells
      .map(({ text, right, colour }, at) => {
        const fitting = cut(text, wide[at] ?? 0);
        const space = " ".repeat(Math.max(0, (wide[at] ?? 0) - widthOf(fitting)));
        const painted = colour ? paint(colour, fitting) : fitting;
        return right ? space + painted : painted + space;
      })
      .join(GAP)
      .trimEnd();
  const head = line(kept.map(({ column }) => ({ text: column.head, right: column.right ?? false })));
  return [
    paint("bold", head),
    ...rows.map((row, at) =>
      line(
        kept.map(({ column, cells }) => ({
          text: cells[at] ?? "",
          right: column.right ?? false,
          colour: column.colour?.(row),
        })),
      ),
    ),
  ];
}
