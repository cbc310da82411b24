import { Badge } from "~/ui/badge";
import { Panel } from "~/ui/panel";
import { Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { Attention } from "./read-attention.server";

/** Kinds of queued jobs that are late or were given up, and whether a worker does any. */
export function QueuedJobs({ jobs: { runs, rows } }: Pick<Attention, "jobs">) {
  return (
    <Panel
      id="queued-jobs"
      title="Queued jobs"
      lead={runs ? undefined : "No worker does them. The worker's log says why; it tries again every 5 seconds."}
      padded={false}
    >
      <Table
        caption="Queued jobs"
        rows={rows}
        rowKey={({ job }) => job}
        empty="None is late, and none was given up"
        columns={[
          { head: "Job", cell: ({ job }) => job, className: "[overflow-wrap:anywhere]" },
          { head: "State", cell: ({ failed }) => <State failed={failed} /> },
          { head: "Waiting", cell: ({ due }) => due, numeric: true },
          { head: "Failed for good", cell: ({ failed }) => failed, numeric: true },
          { head: "Due since", cell: ({ ts }) => <Time epochSeconds={ts} /> },
        ]}
      />
    </Panel>
  );
}

function State({ failed }: { failed: number }) {
  return <Badge tone={failed > 0 ? "danger" : "warn"}>{failed > 0 ? "given up" : "late"}</Badge>;
}
