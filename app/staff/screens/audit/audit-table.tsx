import { valuesText } from "~/platform/audit-changes";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { AuditView } from "./audit-view.server";

/** The audit: user, action and target, newest first; shows only the changed fields. */
export function AuditTable({ rows, isFiltered = false }: { rows: AuditView[]; isFiltered?: boolean }) {
  return (
    <Table
      caption="Audit"
      rows={rows}
      rowKey={(row) => row.id}
      empty={
        isFiltered
          ? "No rows for these filters"
          : "Nothing yet. Changes by staff, and secrets shown to them, appear here."
      }
      columns={[
        { head: "At", cell: (row) => <Time epochSeconds={row.ts} />, className: "whitespace-nowrap max-md:-order-1" },
        {
          head: "Who",
          cell: (row) => <Who row={row} />,
          title: true,
          className: "[overflow-wrap:anywhere] md:min-w-48",
        },
        { head: "Action", cell: (row) => row.action, className: "font-mono text-code break-words" },
        { head: "Target", cell: (row) => <Target row={row} />, className: "[overflow-wrap:anywhere] md:min-w-44" },
        {
          head: "Change",
          cell: (row) => <Changes row={row} />,
          className: "max-md:col-span-full [overflow-wrap:anywhere] md:w-1/4",
        },
        {
          head: "Link",
          cell: (row) => (row.number === null ? "–" : `#${row.number}`),
          numeric: true,
          className: "text-muted",
        },
      ]}
    />
  );
}

function Who({ row: { who } }: { row: AuditView }) {
  if (!who) return <span className="text-muted">system</span>;
  return (
    <span className="flex flex-col">
      <span>
        <TextLink to={`/users/view/${who.userId}`}>
          <bdi>{who.name}</bdi>
        </TextLink>
        {who.role ? <span className="text-xs font-normal text-muted"> · {who.role}</span> : null}
      </span>
      {who.email ? <span className="text-xs font-normal text-muted">{who.email}</span> : null}
    </span>
  );
}

/** Stacked links keep the distance that fingers need (WCAG 2.5.8). */
function Target({ row: { target, targetPath, tenantName } }: { row: AuditView }) {
  const name = <span className="font-mono text-code">{target}</span>;
  return (
    <span className="flex flex-col gap-2 md:gap-1.5">
      {targetPath ? (
        <TextLink to={targetPath} className="w-fit">
          {name}
        </TextLink>
      ) : (
        name
      )}
      {tenantName ? (
        <TextLink to={`/users/stats/${tenantName}`} className="w-fit text-xs">
          {tenantName}
        </TextLink>
      ) : null}
    </span>
  );
}

function Changes({ row: { changes, reason } }: { row: AuditView }) {
  // A value with its own column is not repeated.
  const shown = changes.filter(({ field, after }) => !(field === "reason" && after === reason));
  if (shown.length === 0 && !reason) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-col gap-0.5">
      {shown.map((change) => (
        <span key={change.field}>
          {change.field ? <span className="text-muted">{change.field} </span> : null}
          {valuesText(change)}
        </span>
      ))}
      {reason ? (
        <span>
          <span className="text-muted">reason </span>
          {reason}
        </span>
      ) : null}
    </span>
  );
}
