import type { ReactNode } from "react";
import { classes } from "./classes";

export interface Fact {
  label: string;
  /** Key for facts that share a label. */
  id?: string;
  value: ReactNode;
  /** Gives a long value, such as an identifier, two columns, or its own line on a phone. */
  long?: boolean;
}

/** Names and values of one thing, in as many columns as fit. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    // The line under the last row is cut off: it would double the panel's edge.
    <dl className="-my-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-8 [clip-path:inset(0_-0.25rem_1px)]">
      {facts.map((fact) => (
        <div
          key={`${fact.label} ${fact.id ?? ""}`}
          className={classes(
            "flex items-baseline justify-between gap-x-4 border-b py-2 text-sm",
            fact.long && "flex-wrap md:col-span-2",
          )}
        >
          <dt className="flex-none text-muted">{fact.label}</dt>
          <dd className="min-w-0 text-right font-medium break-words tabular-nums">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
