import { memo } from "react";
import type { HeldPlans } from "~/fleet/inside/nodes/read-plans.server";
import { PlanLine } from "~/fleet/views/plan-line";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";
import { TextLink } from "~/platform/ui/text-link";
import { formatSpan } from "~/platform/ui/format";
import { BULK_FORM } from "./bulk-bar";
import { HealthLabels } from "./health-labels";
import { type ListRow, sameRow } from "./list-row";
import { ModeSwitch } from "./mode-switch";
import { type DrainFlag, modeName } from "./modes";
import { labelsOf } from "./node-view";

/** Tenants named in a line; the node's page has them all. */
const NAMED = 2;

interface ListLineProps {
  row: ListRow;
  plans: HeldPlans | undefined;
  version: number;
  mayDrain: boolean;
  onDrain: (node: { node_name: string; version: number }, flag: DrainFlag) => void;
}

/** A node's line, redrawn only when one of its values changes. */
export const ListLine = memo(function ListLine({ row, plans, version, mayDrain, onDrain }: ListLineProps) {
  const { node_name } = row;
  return (
    <tr>
      {mayDrain ? (
        <td className="fleet-check">
          <input type="checkbox" form={BULK_FORM} name="node" value={node_name} aria-label={`Select ${node_name}`} />
        </td>
      ) : null}
      <td className="row-title">
        <TextLink to={`/dashboard/nodes/${node_name}`}>{node_name}</TextLink>
        {row.names === "" ? null : <small className="block font-normal break-words text-muted">{row.names}</small>}
        {plans ? (
          <small className="block font-normal break-words md:max-w-52">
            <PlanLine plans={plans} />
          </small>
        ) : null}
      </td>
      <td data-label="Cluster">{row.cluster_name}</td>
      <td data-label="GPU type">{row.gpu_type}</td>
      <td data-label="Mode" className="fleet-mode">
        {mayDrain ? (
          <ModeSwitch
            nodeName={node_name}
            drain={row.drain}
            onDrain={(flag) => onDrain({ node_name, version }, flag)}
          />
        ) : (
          modeName(row.drain)
        )}
      </td>
      <td data-label="Health">
        <span className="flex flex-wrap gap-1">
          <HealthLabels labels={labelsOf(row)} />
        </span>
      </td>
      <td data-label="GPUs">
        <Cells cells={row.cells} used={row.used} />
      </td>
      <td data-label="Tenants">
        <Tenants names={row.tenant_names} />
      </td>
      <td data-label="Updated">{row.reported_ts === null ? "never" : ageText(row.now_ts - row.reported_ts)}</td>
    </tr>
  );
}, sameLine);

function sameLine(one: ListLineProps, other: ListLineProps): boolean {
  return (
    one.version === other.version &&
    one.mayDrain === other.mayDrain &&
    one.onDrain === other.onDrain &&
    JSON.stringify(one.plans) === JSON.stringify(other.plans) &&
    sameRow(shown(one.row), shown(other.row))
  );
}

/**
 * Rounds a row for display: a report as recent as a healthy node's is 'now', so that a line is not redrawn for each
 * report.
 */
function shown(row: ListRow): ListRow {
  const age = row.reported_ts === null ? 0 : row.now_ts - row.reported_ts;
  return age < NODE_DEAD_DEFAULT_S ? { ...row, now_ts: 0, reported_ts: row.reported_ts === null ? null : 0 } : row;
}

function ageText(seconds: number): string {
  return seconds < NODE_DEAD_DEFAULT_S ? "now" : `${formatSpan(seconds)} ago`;
}

/** Number of shades, the same as on the cards. */
const SHADES = [100, 65, 85, 50];
const CELL_PX = 8;
const STEP_PX = 10;

/** A cell for each GPU, drawn as one background: eight elements in each of a hundred lines would be half the page. */
function Cells({ cells, used }: { cells: string; used: number }) {
  const style = { width: cells.length * STEP_PX, backgroundImage: `linear-gradient(90deg,${stops(cells)})` };
  return (
    <span className="line-gpus">
      <span aria-hidden="true" style={style} />
      {`${used}/${cells.length}`}
    </span>
  );
}

/** Builds the stops of each cell and the gap after it; a stop at 0 begins where the previous one ends. */
function stops(cells: string): string {
  return [...cells]
    .map((letter, id) => {
      const shade = letter === "." ? "free" : SHADES[(letter.charCodeAt(0) - 97) % SHADES.length];
      return `var(--gpu-${shade}) 0 ${id * STEP_PX + CELL_PX}px,#0000 0 ${(id + 1) * STEP_PX}px`;
    })
    .join();
}

function Tenants({ names }: { names: string }) {
  const all = names === "" ? [] : names.split(" ");
  if (all.length === 0) return "–";
  return (
    <span title={all.join(", ")}>
      {all.slice(0, NAMED).map((name) => (
        <TextLink key={name} to={`/users/stats/${name}`} className="mr-2 break-all">
          {name}
        </TextLink>
      ))}
      {all.length > NAMED ? `+${all.length - NAMED}` : null}
    </span>
  );
}
