import { Badge } from "~/platform/ui/badge";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { Attention } from "./read-attention.server";

/** Kinds of queued jobs that are late or have failed permanently, and whether any worker runs. */
export function QueuedJobs({ jobs: { runs, rows }, mayRetry }: Pick<Attention, "jobs"> & { mayRetry: boolean }) {
  return (
    <Panel
      id="queued-jobs"
      title="Queued jobs"
      lead={runs ? undefined : "No worker runs them. The worker's log says why; it retries every 5 seconds."}
      padded={false}
    >
      <Table
        caption="Queued jobs"
        rows={rows}
        rowKey={({ job }) => job}
        empty="No job is late, and none has failed for good"
        columns={[
          { head: "Job", cell: ({ job }) => job, className: "[overflow-wrap:anywhere]" },
          { head: "State", cell: ({ failed }) => <State failed={failed} /> },
          { head: "Waiting", cell: ({ due }) => due, numeric: true },
          { head: "Failed for good", cell: ({ failed }) => failed, numeric: true },
          { head: "Due since", cell: ({ ts }) => <Time epochSeconds={ts} /> },
          {
            head: "Error",
            cell: ({ error }) => error || "–",
            className: "[overflow-wrap:anywhere] max-md:col-span-full",
          },
          {
            head: "Try again",
            cell: ({ job, failed }) => (failed === 0 ? "–" : mayRetry ? <TryAgain job={job} /> : "By an operator"),
          },
        ]}
      />
    </Panel>
  );
}

function TryAgain({ job }: { job: string }) {
  return (
    <PostForm intent="retry-job">
      <input type="hidden" name="job" value={job} />
      <SubmitButton intent="retry-job" look="secondary" size="small" aria-label={`Try ${job} again`}>
        Try again
      </SubmitButton>
    </PostForm>
  );
}

function State({ failed }: { failed: number }) {
  return <Badge tone={failed > 0 ? "danger" : "warn"}>{failed > 0 ? "given up" : "late"}</Badge>;
}
