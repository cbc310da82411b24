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
      <Explanation />
    </Page>
  );
}

function Explanation() {
  return (
    <dl className="grid gap-x-8 gap-y-4 text-sm md:grid-cols-3">
      <div>
        <dt className="font-medium">Nodes and GPUs</dt>
        <dd className="mt-0.5 text-muted">Completely free nodes, and the GPUs on them.</dd>
      </div>
      <div>
        <dt className="font-medium">Fragmented GPUs</dt>
        <dd className="mt-0.5 text-muted">
          Free GPUs on nodes that already run a task. They suit small tasks: a task of up to 8 GPUs runs on one node.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Starts now</dt>
        <dd className="mt-0.5 text-muted">
          Sizes that can start right now on at least one network. You can enqueue the others; waiting costs nothing.
        </dd>
      </div>
    </dl>
  );
}
