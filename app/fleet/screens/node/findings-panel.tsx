import { onGpu } from "~/fleet/inside/nodes/findings/open-finding";
import type { PastFinding } from "~/fleet/read-findings.server";
import { Badge } from "~/platform/ui/badge";
import { Banner } from "~/platform/ui/banner";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";
import { FindingLines, SEVERITY_TONE } from "../nodes/finding-lines";
import type { NodeRow } from "../nodes/node-view";

/** Shows the node's findings, and reasons other than mode and health why it gets no tasks. */
export function FindingsPanel({ node, mayClear }: { node: NodeRow; mayClear: boolean }) {
  const isSteady = node.health === "dead" || node.contact !== "suspect";
  if (node.findings.length === 0 && isSteady && !node.flapping) return null;
  return (
    <Panel
      title="Findings"
      lead="What the agent found on the GPUs and the machine. Critical findings count as errors and keep new tasks away. A cleared finding comes back if it is seen again."
    >
      <div className="flex flex-col gap-4">
        {isSteady ? null : (
          <Banner tone="warn">The node misses reports. It gets no tasks until it reports steadily again.</Banner>
        )}
        {node.flapping ? (
          <Banner tone="warn">
            The node keeps falling silent. It gets no tasks until it has been steady for some minutes.
          </Banner>
        ) : null}
        <FindingLines nodeName={node.node_name} findings={node.findings} mayClear={mayClear} />
      </div>
    </Panel>
  );
}

export function PastFindingsPanel({ findings }: { findings: PastFinding[] | null }) {
  return (
    <Panel title="Earlier findings" padded={false} actions={<CsvLink table="findings" of="the earlier findings" />}>
      {findings ? (
        <Table
          caption="Earlier findings"
          rows={findings}
          rowKey={(finding) => finding.id}
          empty="None"
          columns={[
            {
              head: "Finding",
              cell: (finding) => `${finding.text}${onGpu(finding.gpu_id)}`,
              className: "[overflow-wrap:anywhere]",
            },
            {
              head: "Severity",
              cell: ({ severity }) => <Badge tone={SEVERITY_TONE[severity]}>{severity}</Badge>,
            },
            { head: "Times", cell: (finding) => finding.count, numeric: true },
            { head: "First", cell: (finding) => <Time epochSeconds={finding.first_ts} /> },
            { head: "Last", cell: (finding) => <Time epochSeconds={finding.last_ts} /> },
            { head: "Cleared", cell: (finding) => <Time epochSeconds={finding.cleared_ts} /> },
            { head: "By", cell: (finding) => finding.cleared_by ?? "itself", className: "break-words" },
          ]}
        />
      ) : (
        <Unread />
      )}
    </Panel>
  );
}
