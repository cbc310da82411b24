import type { ReactNode } from "react";
import type { GpuSums } from "~/compute/gpu-use.server";
import { GPUS_COUNTED } from "~/compute/gpus-counted";
import { classes } from "~/platform/ui/classes";
import { Link } from "~/platform/ui/link";
import { Stat, StatRow } from "~/platform/ui/stat";
import type { FleetCounts } from "./fleet-counts";
import type { Show } from "./fleet-filter";

/** The whole fleet in figures; each leads to the nodes that it counts. */
export function FleetSummary({ counts, gpus }: { counts: FleetCounts; gpus: GpuSums }) {
  return (
    <StatRow>
      <Stat
        label="Nodes"
        value={<To show="all">{counts.nodes}</To>}
        note={counts.neverReported > 0 ? <To show="new">{counts.neverReported} never reported</To> : "all reported"}
      />
      <Stat
        label="Healthy"
        value={<To show="healthy">{counts.healthy}</To>}
        note={<To show="idle">{counts.idle} without a task</To>}
      />
      <Stat
        label="Needs attention"
        value={
          <To show="attention" loud={counts.attention > 0}>
            {counts.attention}
          </To>
        }
        note={counts.dead > 0 ? <To show="dead">{counts.dead} Dead</To> : "none Dead"}
      />
      <Stat label="Drain" value={<To show="drain">{counts.draining}</To>} note="no new tasks" />
      <Stat label="Upgrade" value={<To show="upgrade">{counts.upgrading}</To>} note="for maintenance" />
      <Stat
        label="GPUs busy"
        value={
          <>
            {gpus.busy} <span className="text-base font-normal text-muted">of {gpus.inService} in service</span>
          </>
        }
        note={<span title={GPUS_COUNTED}>{gpus.outOfService} out of service</span>}
      />
    </StatRow>
  );
}

function To({ show, loud, children }: { show: Show; loud?: boolean; children: ReactNode }) {
  const to = show === "all" ? "/dashboard/nodes" : `/dashboard/nodes?show=${show}`;
  return (
    <Link to={to} className={classes("hover:underline", loud && "text-danger")}>
      {children}
    </Link>
  );
}
