import type { Balance } from "~/money/balance";
import type { Stats } from "~/money/read-stats.server";
import type { FreeRow } from "~/compute/read-free.server";
import type { ScheduledRow } from "~/compute/read-scheduled.server";
import type { NodeRow } from "~/fleet/list-nodes.server";
import type { SysinfoRow } from "~/fleet/read-sysinfo.server";
import type { NodeTenants } from "~/fleet/read-tenants.server";
import type { Prices } from "~/compute/gpu-cost";
import type { JobRow } from "~/compute/list-jobs.server";
import type { TaskLoads } from "~/compute/read-recent-load.server";
import type { Retcode } from "~/platform/refusal";
import type { ApiCharts } from "~/usage/chart-series";

/** The live entities by namespace, each with what its events carry as `data` (5.2): once for both sides. */
interface LiveData {
  "/public": {
    capacity: FreeRow;
    prices: { prices: Prices };
  };
  "/customer": {
    task: JobRow;
    balance: Balance;
    task_load: TaskLoads;
    notification: { retcode: Retcode; human_readable_message: string; url: string };
  };
  "/operator": {
    /** Staff do not see how a customer logs in. */
    task: Omit<JobRow, "ssh_addr" | "ssh_host_key" | "ssh_host_fingerprint" | "started_by" | "stopped_by"> & {
      tenant_name: string;
    };
    node: NodeRow;
    sysinfo: SysinfoRow;
    tenants: NodeTenants;
    scheduled: ScheduledRow[];
    capacity: FreeRow;
    stats: Stats;
    /** The newest minutes of the API charts: of the 40 models with the most calls, and of the 20 largest users. */
    usage: ApiCharts;
    /** Signals news without content. */
    checks: Record<string, never>;
  };
}

export type Namespace = keyof LiveData;
export type EntityOf<N extends Namespace> = keyof LiveData[N] & string;
export type DataOf<N extends Namespace, E extends EntityOf<N>> = LiveData[N][E];
export type LiveEntity = { [N in Namespace]: EntityOf<N> }[Namespace];

/** Members of every live event (5.1). `data` is the entity's full present state, null once it no longer exists. */
export interface LiveEvent<Data = unknown> {
  entity: LiveEntity | "resync";
  key: string;
  /** Integer per (entity, key); a client drops events that are not newer than its data. */
  version: number;
  /** Epoch seconds. */
  ts: number;
  data: Data | null;
}
