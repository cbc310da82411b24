import type { FreeRow } from "~/domain/capacity/read-free.server";
import type { GpuType } from "~/domain/pricing/gpu-type";
import type { Prices } from "~/domain/pricing/cost";
import { Panel } from "~/ui/panel";
import { Stale } from "~/ui/stale";
import type { Choice } from "../reservation/choice";
import { FitsMatrix } from "../reservation/fits-matrix";
import { GpuTypes } from "../gpu-types";
import { CapacityTable } from "../capacity-table";

interface ClosedProps {
  types: GpuType[];
  free: FreeRow[];
  prices: Prices;
  ageSeconds: number | null;
  /** What a cell of the table begins with. */
  choice: Choice;
}

/** The screen before 'New Task': what is free to rent. */
export function Closed({ types, free, prices, ageSeconds, choice }: ClosedProps) {
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-[1.4fr_1fr]">
        <Panel title="Free capacity" padded={false} actions={<Stale ageSeconds={ageSeconds} />}>
          <CapacityTable free={free} prices={prices} />
        </Panel>
        <FitsMatrix choice={{ ...choice, row: "" }} free={free} ageSeconds={null} to="/rent?new=1&" />
      </div>
      <Panel title="What each GPU type has" padded={false}>
        <GpuTypes types={types} />
      </Panel>
    </>
  );
}
