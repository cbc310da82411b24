import type { Prices } from "~/domain/pricing/cost";
import { formatPph } from "~/ui/format";

/** One line per GPU type with its price per GPU-hour. */
export function PricesNow({ prices }: { prices: Prices }) {
  return (
    <dl className="divide-y">
      {Object.entries(prices).map(([gpuType, pphCents]) => (
        <div key={gpuType} className="flex items-baseline justify-between px-4 py-2.5 sm:px-5">
          <dt className="font-medium">{gpuType}</dt>
          <dd className="tabular-nums">
            {formatPph(pphCents)} <span className="text-sm text-muted">per GPU</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
