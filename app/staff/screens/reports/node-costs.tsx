import type { NodeCost } from "~/compute/node-costs.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Button } from "~/platform/ui/button";
import { formatCents, formatCount } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Table } from "~/platform/ui/table";

interface NodeCostsProps {
  costs: NodeCost[];
  mayWrite: boolean;
  answer: FormAnswer | undefined;
}

/** The cost of one node of each kind per hour: admins type it, and it counts from then on. */
export function NodeCosts({ costs, mayWrite, answer }: NodeCostsProps) {
  const refused = answer?.intent === "node-cost" ? answer : undefined;
  return (
    <Panel
      id="costs"
      title="Cost of nodes"
      lead="What one node costs you per hour: rent, power, depreciation. A new cost counts from now on; past hours keep theirs."
      padded={false}
    >
      <Table
        caption="Cost of nodes"
        rows={costs}
        rowKey={keyOf}
        empty="There are no nodes yet."
        columns={[
          { head: "Nodes", cell: ({ cluster, gpuType, gpus }) => `${cluster} · ${gpuType} × ${gpus}` },
          { head: "Count", cell: ({ nodes }) => formatCount(nodes), numeric: true },
          {
            head: "Per node-hour",
            cell: (row) => (mayWrite ? <CostForm row={row} typed={typedFor(refused, row)} /> : costText(row)),
            className: "md:w-64",
          },
        ]}
      />
    </Panel>
  );
}

function CostForm({ row, typed }: { row: NodeCost; typed: string | undefined }) {
  const { cluster, gpuType, gpus, cents } = row;
  return (
    <PostForm intent="node-cost" preventScrollReset className="flex items-center gap-2">
      <input type="hidden" name="cluster" value={cluster} />
      <input type="hidden" name="gpu_type" value={gpuType} />
      <input type="hidden" name="gpus" value={gpus} />
      <span aria-hidden>$</span>
      <input
        key={typed ?? cents}
        name="dollars"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={typed ?? (cents === null ? "" : (cents / 100).toFixed(2))}
        aria-label={`Cost per hour of a node ${cluster} · ${gpuType} × ${gpus}, in dollars`}
        aria-invalid={typed !== undefined || undefined}
        className="control w-28 text-right tabular-nums"
      />
      <Button look="quiet" size="small">
        Save
      </Button>
    </PostForm>
  );
}

function costText({ cents }: NodeCost): string {
  return cents === null ? "Not set" : formatCents(cents);
}

function keyOf({ cluster, gpuType, gpus }: NodeCost): string {
  return `${cluster} ${gpuType} ${gpus}`;
}

/** The refused text of this row's field. */
function typedFor(answer: FormAnswer | undefined, row: NodeCost): string | undefined {
  const value = answer?.lastResult.initialValue;
  if (!value || keyOf(row) !== `${String(value.cluster)} ${String(value.gpu_type)} ${String(value.gpus)}`)
    return undefined;
  return String(value.dollars ?? "");
}
