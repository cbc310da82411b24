import { Fragment } from "react";
import { formatCount } from "~/platform/ui/format";

export interface GpuPrice {
  name: string;
  /** Cents per GPU-hour. */
  pphCents: number;
}

/** Shows how long an amount lasts on one GPU of each type, rounded down: `≈ 20 h of a100`. */
export function WhatItBuys({ cents, prices }: { cents: number; prices: GpuPrice[] }) {
  return (
    <>
      {prices.map(({ name, pphCents }, at) => (
        <Fragment key={name}>
          {at > 0 ? " · " : "≈ "}
          <span className="whitespace-nowrap">
            {formatCount(Math.floor(cents / pphCents))} h of {name}
          </span>
        </Fragment>
      ))}
    </>
  );
}
