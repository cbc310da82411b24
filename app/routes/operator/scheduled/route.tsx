import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readScheduled, type ScheduledRow } from "~/domain/capacity/read-scheduled.server";
import { requireStaff } from "~/http/access.server";
import { csvInstead } from "~/http/csv-instead.server";
import { CsvLink } from "~/ui/csv-link";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Refresh } from "~/ui/refresh";
import { Stale } from "~/ui/stale";
import { QueueTable } from "./queue-table";
import { scheduledCsv } from "./scheduled-csv.server";
import { useScheduled } from "./use-scheduled";
import { groupBy } from "~/domain/group-by";

export const meta: MetaFunction = () => [{ title: "Scheduled · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args);
  const now = new Date();
  await csvInstead(args, scheduledCsv({ now }));
  return { scheduled: await readScheduled({ now }), atMs: now.getTime() };
}

export default function Scheduled() {
  const { clusters, ageSeconds } = useScheduled(useLoaderData<typeof loader>());
  return (
    <Page
      title="Scheduled"
      lead="Tasks that are accepted and wait for their GPUs."
      actions={
        <>
          <Stale ageSeconds={ageSeconds} />
          <CsvLink of="scheduled tasks" />
        </>
      }
    >
      <Refresh everySeconds={30} />
      {clusters.flatMap(groupsOf).map(({ title, queue }) => (
        <Panel
          key={title}
          title={title}
          padded={false}
          actions={<span className="text-sm text-muted tabular-nums">{queue.length} waiting</span>}
        >
          <QueueTable of={title} queue={queue} />
        </Panel>
      ))}
    </Page>
  );
}

interface QueueGroup {
  /** Cluster and GPU type; the cluster alone where nothing waits. */
  title: string;
  queue: ScheduledRow[];
}

/** A cluster's queues by GPU type: places count within one (S10). */
function groupsOf({ name, queue }: { name: string; queue: ScheduledRow[] }): QueueGroup[] {
  if (queue.length === 0) return [{ title: name, queue }];
  return [...groupBy(queue, (row) => row.gpu_type)].map(([gpuType, rows]) => ({
    title: `${name} · ${gpuType}`,
    queue: rows,
  }));
}
