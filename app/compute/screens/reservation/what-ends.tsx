import type { Choice } from "./choice";
import { keptAndLost } from "./kept-and-lost";

/** Data that a task loses and keeps when it ends. */
export function WhatEnds({ choice }: { choice: Choice }) {
  return (
    <p className="text-sm text-pretty text-muted">
      <strong className="font-medium text-ink">{keptAndLost(choice)}</strong> Copy what you need from its disk before
      the task ends, with <code>scp</code> or <code>rsync</code>. A task ends when you kill it, when its program ends,
      or when your balance reaches $0.00.
    </p>
  );
}
