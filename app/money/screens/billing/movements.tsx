import type { TransactionRow } from "~/money/list-transactions.server";
import type { Charge } from "~/money/shown-money";
import { formatCents, formatMovement, formatUptime } from "~/platform/ui/format";
import { useMoney } from "~/platform/ui/money";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";

const CENTS = 100;
const TONES: Record<string, Tone | undefined> = { Working: "ok", Incident: "warn" };

export interface MovementsProps {
  transactions: TransactionRow[];
  /** Explanations, by task id, for tasks that did not end on their own. */
  ends: Record<string, string>;
  empty?: string;
}

const MUTED = "max-md:text-muted";
/** Cell with its heading on the same line. */
const LABELLED = "max-md:text-muted max-md:before:mr-1.5 max-md:before:inline";

/** One row per task that was ever placed and per credit or debit (3.4). */
export function Movements({ transactions, ends, empty = "No movements yet" }: MovementsProps) {
  return (
    <Table
      caption="Balance Movements"
      rows={transactions}
      rowKey={(row) => row.id}
      rowClass={() => "max-md:grid-cols-[minmax(0,1fr)_fit-content(62%)] max-md:gap-y-0.5 max-md:[&>td]:col-auto"}
      empty={empty}
      columns={[
        { head: "Date", label: "", cell: (row) => <Time epochSeconds={row.start_ts} />, className: MUTED },
        {
          head: "Task",
          title: true,
          cell: (row) => <Subject row={row} />,
          className: "font-medium [overflow-wrap:anywhere] max-md:col-span-1 md:min-w-40",
        },
        {
          head: "Duration",
          cell: (row) => (row.kind === "task" ? <Duration row={row} /> : null),
          numeric: true,
          className: `${LABELLED} max-md:order-1`,
        },
        {
          head: "Status",
          label: "",
          cell: (row) => <Status status={row.status} end={ends[row.id]} />,
          className: `${MUTED} max-md:text-right`,
        },
        {
          head: "Price per hour",
          cell: (row) => (row.pph > 0 ? formatCents(row.pph) : null),
          numeric: true,
          className: `${LABELLED} max-md:order-1 max-md:text-right`,
        },
        {
          head: "Amount ($)",
          label: "",
          cell: (row) => <Amount row={row} />,
          numeric: true,
          className: "font-medium max-md:-order-1 max-md:text-right",
        },
        {
          head: "Receipt",
          cell: (row) => <Receipt row={row} />,
          className: `${LABELLED} max-md:order-1 max-md:text-right`,
        },
      ]}
    />
  );
}

function Subject({ row }: { row: TransactionRow }) {
  return row.kind === "task" ? <TextLink to={`/tasks/${row.id}`}>{row.task_name}</TextLink> : <>{row.task_name}</>;
}

/** A link to the receipt. Only top-ups have one; those before card payments do not. */
function Receipt({ row: { id, kind, task_name: name } }: { row: TransactionRow }) {
  if (kind !== "topup" || !name.startsWith("Top-up MR-")) return null;
  return (
    <a href={`/billing/download/${id}`} className="prose-link" aria-label={`PDF: receipt of ${name}`}>
      PDF
    </a>
  );
}

/** The documented label and how the task ended: both hold for a stopped task. */
function Status({ status, end }: { status: string; end: string | undefined }) {
  if (end === undefined) return status === "" ? null : <StatusDot tone={TONES[status]}>{status}</StatusDot>;
  return (
    <StatusDot tone="danger">
      <span className="inline-block whitespace-normal first-letter:uppercase">
        {[status, end].filter(Boolean).join(" · ")}
      </span>
    </StatusDot>
  );
}

function Duration({ row }: { row: TransactionRow }) {
  return <>{formatUptime(useWorking(row)?.seconds ?? row.time_s)}</>;
}

/** Working shows the estimate, everything else the bill (6.3). */
function Amount({ row }: { row: TransactionRow }) {
  const cents = useWorking(row)?.cents;
  if (cents !== undefined) return <>{formatMovement(cents / CENTS)}</>;
  return <>{formatMovement(row.status === "Working" ? row.dollars_est : row.dollars_billed)}</>;
}

/** Returns a working task's cost up to the current second. */
function useWorking({ id, status }: TransactionRow): Charge | undefined {
  const charges = useMoney()?.charges;
  return status === "Working" ? charges?.get(id) : undefined;
}
