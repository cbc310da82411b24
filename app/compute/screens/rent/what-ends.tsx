import type { Choice } from "../reservation/choice";
import { keptAndLost } from "../reservation/kept-and-lost";

/** Data that a task loses and keeps when it ends. Without a choice, it names both cases. */
export function WhatEnds({ choice }: { choice?: Choice }) {
  return (
    <p className="border-t pt-4 text-sm text-muted">
      <strong className="font-medium text-ink">{keptAndLost(choice)}</strong>{" "}
      {choice ? null : "Files on a volume are kept. "}
      Copy everything else that you need before that, with <code>scp</code> or <code>rsync</code>. A task ends when you
      kill it, when its program ends, and when your balance reaches $0.00.
    </p>
  );
}
