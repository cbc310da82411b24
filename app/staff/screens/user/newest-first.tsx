import type { ReactNode } from "react";

const SHOWN = 25;

interface NewestFirstProps<Row> {
  rows: Row[];
  /** The name of the rows, for example 'reservations'. */
  of: string;
  children: (rows: Row[]) => ReactNode;
}

/** The newest rows, and the older ones behind a toggle, so that the sections below stay near. */
export function NewestFirst<Row>({ rows, of, children }: NewestFirstProps<Row>) {
  const older = rows.slice(SHOWN);
  return (
    <>
      {children(rows.slice(0, SHOWN))}
      {older.length > 0 ? (
        <details className="border-t">
          <summary className="px-4 py-3 text-sm font-medium text-link sm:px-5">
            {older.length} older {of}
          </summary>
          {children(older)}
        </details>
      ) : null}
    </>
  );
}
