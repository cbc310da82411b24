import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readFree } from "~/compute/read-free.server";
import { useCapacity } from "~/platform/live/use-capacity";
import { formatTime } from "~/platform/ui/format";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { Panel } from "~/platform/ui/panel";
import { Refresh } from "~/platform/ui/refresh";
import { Stale } from "~/platform/ui/stale";
import { Time } from "~/platform/ui/time";
import { CapacityTable } from "../capacity-table";
import { FreeLead } from "~/compute/views/free-lead";
import { StartsNow } from "~/compute/views/starts-now";
import { presentTime } from "~/platform/time.server";

export const meta: MetaFunction = () =>
  pageMeta(
    "Free capacity · Millrace",
    "GPUs that are free right now, by cluster and type, and what would start at once.",
  );

export async function loader() {
  const now = presentTime();
  return { free: await readFree({ now }), atMs: now.getTime() };
}

export default function Free() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs);
  return (
    <Page title="Free capacity" lead="What you can start right now, per cluster and GPU type.">
      <Refresh everySeconds={15} />
      <FreeLead free={free} />
      <Panel
        title="Now"
        padded={false}
        actions={
          <span className="text-sm text-muted">
            Updated <Time epochSeconds={loaded.atMs / 1000} format={formatTime} /> <Stale ageSeconds={ageSeconds} />
          </span>
        }
      >
        <CapacityTable free={free} rents more={[{ head: "Starts now", cell: (row) => <StartsNow row={row} /> }]} />
      </Panel>
      <p className="text-sm text-muted">
        Fragmented GPUs are free on nodes partly in use. A task of up to 8 GPUs runs on one node, so they suit small
        tasks. Sizes under Starts now start right away on at least one network. You can enqueue the others; waiting
        costs nothing.
        {free.some(({ shared }) => shared)
          ? " Other people use the machines of a shared cluster, too. If one of them is first, your task waits in the queue."
          : null}
      </p>
    </Page>
  );
}
