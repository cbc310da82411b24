import type { Choice } from "../reservation/choice";

/** What a renter must know before the first start: what is kept when the task ends, and what is lost. Without a choice, of both. */
export function WhatEnds({ choice }: { choice?: Choice }) {
  return (
    <p className="border-t pt-4 text-sm text-muted">
      <strong className="font-medium text-ink">
        {choice && choice.volume !== "" ? <KeptAndLost choice={choice} /> : "When the task ends, its disk is erased."}
      </strong>{" "}
      {choice ? null : "Files on a volume are kept. "}
      Copy everything else that you need before that, with <code>scp</code> or <code>rsync</code>. A task ends when you
      kill it, when its program ends, and when your balance reaches $0.00.
    </p>
  );
}

function KeptAndLost({ choice: { volume, volume_path } }: { choice: Choice }) {
  return (
    <>
      Kept when the task ends: <code>{volume_path}</code>, on volume {volume}. Lost: the rest of its disk.
    </>
  );
}
