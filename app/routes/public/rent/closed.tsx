import type { FreeRow } from "~/domain/capacity/read-free.server";
import type { Prices } from "~/domain/pricing/cost";
import { Panel } from "~/ui/panel";
import { Stale } from "~/ui/stale";
import { CapacityTable } from "../capacity-table";

interface ClosedProps {
  free: FreeRow[];
  prices: Prices;
  ageSeconds: number | null;
}

/** The screen before 'New Task': what is free to rent. */
export function Closed({ free, prices, ageSeconds }: ClosedProps) {
  return (
    <Panel title="Free capacity" padded={false} actions={<Stale ageSeconds={ageSeconds} />}>
      <CapacityTable free={free} prices={prices} />
    </Panel>
  );
}
