import type { ScheduledRow } from "~/compute/read-scheduled.server";
import { Badge } from "~/platform/ui/badge";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";

type QueuedRow = Omit<ScheduledRow, "engine_word" | "moved_up"> & Partial<Pick<ScheduledRow, "engine_word">>;

/** The tasks that wait for GPUs of one type in one cluster, next one first. */
export function QueueTable({ of, queue }: { of: string; queue: QueuedRow[] }) {
  return (
    <Table
      caption={`Scheduled jobs of ${of}`}
      rows={queue}
      rowKey={(row) => row.resv_guid}
      empty="No scheduled jobs"
      columns={[
        { head: "Position", cell: (row) => row.position, numeric: true, className: "w-20" },
        {
          head: "Tenant",
          cell: (row) => <TextLink to={`/users/stats/${row.tenant_name}`}>{row.tenant_name}</TextLink>,
        },
        { head: "Task", cell: (row) => row.task_name, className: "font-medium break-all" },
        { head: "GPU type", cell: (row) => row.gpu_type },
        { head: "GPUs", cell: (row) => row.gpus_min, numeric: true },
        { head: "Since", cell: (row) => <Time epochSeconds={row.ts_scheduled} /> },
        { head: "Reason", cell: (row) => <Reason reason={row.reason} word={row.engine_word ?? ""} /> },
      ]}
    />
  );
}

function Reason({ reason, word }: { reason: string; word: string }) {
  const known = REASONS[reason];
  const text = known?.text ?? reason.replace("cluster_", "cluster: ").replaceAll("_", " ");
  return (
    <>
      <Badge tone={known?.tone ?? "neutral"}>{text || "not yet looked at"}</Badge>
      {word ? <span className="ml-2 text-xs text-muted">{word}</span> : null}
    </>
  );
}

/** The scheduler's reasons in words (3.2). */
const REASONS: Record<string, { text: string; tone: Tone }> = {
  waiting_for_volume: { text: "waiting for its volume's node", tone: "neutral" },
  waiting_for_gpus: { text: "waiting for GPUs", tone: "neutral" },
  waiting_for_nodes: { text: "waiting for nodes", tone: "neutral" },
  waiting_for_funds: { text: "waiting for funds", tone: "warn" },
  held: { text: "nodes held for it", tone: "accent" },
};
