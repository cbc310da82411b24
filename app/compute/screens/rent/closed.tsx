import type { FreeRow } from "~/compute/read-free.server";
import type { GpuType } from "~/compute/gpu-type";
import type { Prices } from "~/compute/gpu-cost";
import { Stale } from "~/platform/ui/stale";
import { type Choice, searchOfChoice, withRow } from "../reservation/choice";
import { FitsMatrix } from "../reservation/fits-matrix";
import { GpuCards } from "~/compute/views/gpu-cards";

interface ClosedProps {
  types: GpuType[];
  free: FreeRow[];
  prices: Prices;
  ageSeconds: number | null;
  /** Choice that a cell of the table begins with. */
  choice: Choice;
}

/** The screen before 'New Task': what is free to rent. */
export function Closed({ types, free, prices, ageSeconds, choice }: ClosedProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
      <section aria-labelledby="gpu-cards" className="min-w-0">
        <div className="mb-3 flex items-baseline justify-between gap-4">
          <h2 id="gpu-cards" className="font-semibold">
            GPUs
          </h2>
          <Stale ageSeconds={ageSeconds} />
        </div>
        <GpuCards
          compact
          types={types}
          prices={prices}
          free={free}
          to={(row) => `${FORM}${searchOfChoice(withRow(choice, row))}`}
        />
      </section>
      <FitsMatrix choice={{ ...choice, row: "" }} free={free} ageSeconds={null} to={FORM} />
    </div>
  );
}

const FORM = "/rent?new=1&";
