import type { ReactNode } from "react";
import { ScrollBox } from "./scroll-box";

/** As many rows stand whole on a page. */
const WHOLE = 25;

/** A table of many rows in a place of its own height, so that what stands below it is not far away. */
export function LongList({ label, rows, children }: { label: string; rows: number; children: ReactNode }) {
  if (rows <= WHOLE) return children;
  return (
    <ScrollBox label={label} className="max-h-[36rem] overflow-auto">
      {children}
    </ScrollBox>
  );
}
