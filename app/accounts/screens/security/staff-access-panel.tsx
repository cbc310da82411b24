import type { StaffAccess } from "~/platform/list-staff-access.server";
import { accessWords } from "~/platform/staff-access-words";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatCents, formatMovement } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";

const ADDRESS = "/user/security";

interface StaffAccessPanelProps {
  /** Null if it could not be read. */
  access: { rows: StaffAccess[]; next: string | null; isFirst: boolean } | null;
}

/** Accesses of staff to this account: time, role, action and reason; never names. */
export function StaffAccessPanel({ access }: StaffAccessPanelProps) {
  return (
    <Panel
      id="staff-access"
      title="Staff access"
      folds={access?.isFirst}
      lead="What our staff looked at or changed in your account, for the last two years."
      padded={false}
    >
      {access ? <Accesses rows={access.rows} isFirst={access.isFirst} /> : <Unread />}
      {access && (access.next || !access.isFirst) ? (
        <nav aria-label="Pages of staff access" className="flex justify-end gap-2 border-t px-4 py-3 sm:px-5">
          {access.isFirst ? null : (
            <ButtonLink size="small" to={`${ADDRESS}#staff-access`}>
              Newest
            </ButtonLink>
          )}
          {access.next ? (
            <ButtonLink size="small" to={`${ADDRESS}?staff_after=${access.next}#staff-access`} rel="next">
              Older
            </ButtonLink>
          ) : null}
        </nav>
      ) : null}
    </Panel>
  );
}

function Accesses({ rows, isFirst }: { rows: StaffAccess[]; isFirst: boolean }) {
  return (
    <Table
      caption="Staff access"
      rows={rows}
      rowKey={(row) => row.key}
      empty={isFirst ? "No staff have looked at or changed your account." : "Nothing older."}
      columns={[
        { head: "When", cell: (row) => <Time epochSeconds={row.ts} />, className: "whitespace-nowrap" },
        { head: "Role", cell: (row) => row.role || "staff" },
        { head: "What", cell: (row) => <What row={row} />, className: "max-md:col-span-full [overflow-wrap:anywhere]" },
        {
          head: "Why",
          cell: (row) => row.reason || <span className="text-muted">no reason given</span>,
          className: "max-md:col-span-full [overflow-wrap:anywhere] md:w-1/3",
        },
      ]}
    />
  );
}

function What({ row }: { row: StaffAccess }) {
  const { taskName, target, change, cents } = row;
  return (
    <>
      {accessWords(row.action)}
      {taskName ? (
        <>
          {" "}
          <TextLink to={`/tasks/${target.slice("task:".length)}`}>{taskName}</TextLink>
        </>
      ) : null}
      {target.startsWith("workspace:") ? ` ${target.slice("workspace:".length)}` : null}
      {cents === null ? null : (
        <span className="tabular-nums">
          {row.action === "balance.adjust" ? ` by ${formatMovement(-cents / 100)}` : `: ${formatCents(cents)}`}
        </span>
      )}
      {change ? <span className="text-muted"> ({change})</span> : null}
    </>
  );
}
