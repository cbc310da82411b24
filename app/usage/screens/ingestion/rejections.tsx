import { madeVisible } from "~/platform/hidden-characters";
import type { SourceRow } from "~/usage/inside/intake/read-sources.server";
import { formatCount } from "~/platform/ui/format";
import { Time } from "~/platform/ui/time";

/** Why events of a source were rejected, how often, and the newest ten of each reason. */
export function Rejections({ of, reasons }: { of: string; reasons: SourceRow["reasons"] }) {
  return (
    <div className="mt-6 flex flex-col gap-2">
      <h3 className="text-sm font-medium">Rejected, by reason</h3>
      <ul aria-label={`Rejections of ${of}`} className="flex flex-col divide-y rounded-control border text-sm">
        {reasons.map(({ reason, events, lastTs, samples }) => (
          <li key={reason}>
            <details>
              <summary className="flex cursor-pointer flex-wrap justify-between gap-x-4 rounded-control px-3 py-2">
                <span>{reason}</span>
                <span className="text-muted tabular-nums">
                  {formatCount(events)}, last <Time epochSeconds={lastTs} />
                </span>
              </summary>
              <ul aria-label={`Samples: ${reason}`} className="flex flex-col gap-2 px-3 pb-3">
                {samples.map(({ at, key, index, event }, place) => (
                  <li key={place} className="min-w-0">
                    <p className="text-xs text-muted break-all">
                      {`${at.slice(0, 19).replace("T", " ")} UTC · number ${index} of its request · key ${madeVisible(key) || "–"}`}
                    </p>
                    <pre className="font-mono text-code break-all whitespace-pre-wrap">{JSON.stringify(event)}</pre>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
