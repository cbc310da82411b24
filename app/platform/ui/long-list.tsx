import type { ReactNode } from "react";
import { ScrollBox } from "./scroll-box";

/** Rows that a page shows in full. */
const WHOLE = 25;

/** Shows a table of many rows in a box of fixed height, so that the content below it stays near. A phone folds the rows instead. */
export function LongList({ label, rows, children }: { label: string; rows: number; children: ReactNode }) {
  if (rows <= WHOLE) return children;
  return (
    <ScrollBox label={label} className="md:max-h-[36rem] md:overflow-auto">
      {children}
    </ScrollBox>
  );
}
