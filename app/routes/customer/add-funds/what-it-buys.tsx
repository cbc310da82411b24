import { formatCount } from "~/ui/format";

export interface GpuPrice {
  name: string;
  /** Cents per GPU-hour. */
  pphCents: number;
}

/** How long an amount lasts on one GPU of each type, rounded down: `≈ 20 h of A100`. */
export function WhatItBuys({ cents, prices }: { cents: number; prices: GpuPrice[] }) {
  return (
    <>
      {prices.map(({ name, pphCents }, at) => (
        <span key={name} className="whitespace-nowrap">
          {at > 0 ? " · " : "≈ "}
          {formatCount(Math.floor(cents / pphCents))} h of {name}
        </span>
      ))}
    </>
  );
}
