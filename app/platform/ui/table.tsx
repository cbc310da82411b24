import { Fragment, type MouseEvent, type ReactNode } from "react";
import { classes } from "./classes";

export interface Column<Row> {
  head: ReactNode;
  /** Heading in front of the cell on narrow screens; by default `head` when that is a string; none when empty. */
  label?: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned, in tabular digits. */
  numeric?: boolean;
  /** Shown as the title of the card on narrow screens, without a heading; the first column by default. */
  title?: boolean;
  /** Class of the cells, for a width or an emphasis. */
  className?: string;
  /**
   * Class of the heading that sets the column's width from 1024 px on. A long list sets it for all columns except one,
   * which takes the rest. Otherwise a later row may shift every column.
   */
  width?: `lg:w-${string}`;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  rowClass?: (row: Row) => string | undefined;
  /** The action of a click anywhere in a row. A link in the row does the same for the keyboard and without a script. */
  onRow?: (row: Row) => void;
  /** The content under a row, over all columns; null for most. */
  detail?: (row: Row) => ReactNode;
  /** A few short columns that stay a table on a phone. */
  compact?: boolean;
  /** Class of the table, for one with its own layout on phones. */
  className?: string;
  /** Shown instead of the rows when there are none. */
  empty: ReactNode;
}

/** Rows shown on a phone; if there are more than these and the slack, the rest is folded below a line that opens them. */
const OPEN = 5;
const SLACK = 2;

/** A table whose rows become cards below 768 px, so that the page never scrolls sideways. Long ones are folded there. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowClass,
  onRow,
  detail,
  compact,
  className,
  empty,
}: TableProps<Row>) {
  if (rows.length === 0)
    return <p className="mx-auto max-w-prose px-4 py-8 text-center text-sm text-balance text-muted sm:px-5">{empty}</p>;
  const title = Math.max(
    0,
    columns.findIndex((column) => column.title),
  );
  const cells = columns.map((column, index) => cellsOf(column, index === title, compact));
  const open = rows.length > OPEN + SLACK ? OPEN : rows.length;
  const table = (
    <table
      className={classes(
        "w-full text-sm",
        !compact && "table-cards",
        columns.some(({ width }) => width) && "lg:table-fixed",
        className,
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b text-left text-muted">
          {columns.map((column, index) => (
            <th
              key={index}
              scope="col"
              className={classes(
                "h-10 px-2 py-2 font-medium lg:px-3",
                compact ? "first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5" : "first:pl-5 last:pr-5",
                column.numeric && "text-right",
                column.width,
              )}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={classes("divide-y", compact ? "cells-compact" : "cells")}>
        {rows.map((row, place) => {
          const folded = place < open ? undefined : "row-more";
          const under = detail?.(row) ?? null;
          const line = (
            <tr
              key={rowKey(row)}
              className={classes(rowClass?.(row), under !== null && "border-b-0!", folded) || undefined}
              data-opens={onRow ? "" : undefined}
              onClick={onRow && ((event) => isForRow(event) && onRow(row))}
            >
              {cells.map(({ cell, label, className }, index) => (
                <td key={index} data-label={label} className={className}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          );
          if (under === null) return line;
          return (
            <Fragment key={rowKey(row)}>
              {line}
              <tr className={folded}>
                <td colSpan={columns.length} className="max-md:col-span-full">
                  {under}
                </td>
              </tr>
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
  if (open === rows.length) return table;
  return (
    <>
      {table}
      <details className="more-rows">
        <summary>
          <span>{`Show ${rows.length - open} more`}</span>
          <span>Show fewer</span>
        </summary>
      </details>
    </>
  );
}

/** Checks that a click is meant for the row: it hit no control, and no text was selected. */
function isForRow({ target }: MouseEvent): boolean {
  return target instanceof Element && !target.closest("a, button, summary, input") && getSelection()?.type !== "Range";
}

/** The properties that all cells of a column share. */
function cellsOf<Row>({ cell, head, label, numeric, className }: Column<Row>, title: boolean, compact = false) {
  if (compact) return { cell, className: classes(numeric && "text-right tabular-nums", className) || undefined };
  return {
    cell,
    label: title ? undefined : (label ?? (typeof head === "string" ? head : undefined)) || undefined,
    className:
      classes(title && "row-title", numeric && "row-figure tabular-nums md:text-right", className) || undefined,
  };
}
