import type { WaitingForNode } from "~/fleet/inside/nodes/read-node-queue.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";
import { Unread } from "~/platform/ui/unread";
import { QueueTable } from "~/compute/views/queue-table";

interface QueuePanelProps {
  /** The node's cluster and GPU type. */
  of: string;
  gpuType: string;
  queue: { first: WaitingForNode[]; all: number } | null;
}

/** The waiting tasks of the node's queue that would fit on it if it were empty. */
export function QueuePanel({ of, gpuType, queue }: QueuePanelProps) {
  const rows = (queue?.first ?? []).map((task) => ({ ...task, gpu_type: gpuType }));
  const more = (queue?.all ?? 0) - rows.length;
  return (
    <Panel
      title="Waiting tasks that would fit here"
      lead="These tasks would fit if the node were empty. A gang would also need other nodes."
      padded={false}
      actions={rows.length > 0 ? <CsvLink table="waiting" of="the waiting tasks" /> : null}
    >
      {queue ? <QueueTable of={of} queue={rows} /> : <Unread />}
      {more > 0 ? (
        <p className="border-t px-4 py-3 text-sm text-muted sm:px-5">
          And {more} more: <TextLink to="/dashboard/scheduled">the whole queue</TextLink>
        </p>
      ) : null}
    </Panel>
  );
}
