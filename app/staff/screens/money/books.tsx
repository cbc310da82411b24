import { Table } from "~/platform/ui/table";
import { Exact } from "./exact";
import type { AccountView, ExactAmount, SideView } from "./money-view";

const totalRow = ({ total }: { total: boolean }) => (total ? "bg-sunken font-semibold" : undefined);

/** Compares ledger and provider line by line, with differences. */
export function Sides({ sides }: { sides: SideView[] }) {
  return (
    <Table
      caption="Ledger against provider"
      rows={sides}
      rowKey={(side) => side.label}
      rowClass={totalRow}
      empty=""
      compact
      columns={[
        { head: "What moved", cell: (side) => side.label },
        { head: "Ledger", cell: (side) => <Exact amount={side.ledger} />, numeric: true },
        { head: "Provider", cell: (side) => <Known amount={side.provider} />, numeric: true },
        { head: "Difference", cell: (side) => <Known amount={side.difference} loud />, numeric: true },
      ]}
    />
  );
}

/** An unchecked amount is not 0, and not a difference. */
function Known({ amount, loud }: { amount: ExactAmount | null; loud?: boolean }) {
  return amount ? <Exact amount={amount} loud={loud} /> : <span className="text-muted">unchecked</span>;
}

/** Movements at the provider that are not customers' balances. */
export function Others({ others }: { others: { label: string; amount: ExactAmount | null }[] }) {
  return (
    <dl className="border-t px-4 py-3 text-sm sm:px-5">
      {others.map(({ label, amount }) => (
        <div key={label} className="flex items-baseline justify-between gap-4 py-1">
          <dt className="text-muted">{label}</dt>
          <dd>
            <Known amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The sums of all accounts; the total is 0. */
export function Accounts({ accounts }: { accounts: AccountView[] }) {
  return (
    <Table
      caption="Accounts of the ledger"
      rows={accounts}
      rowKey={(account) => account.name}
      rowClass={totalRow}
      empty=""
      columns={[
        {
          head: "Account",
          cell: ({ name, about }) => (
            <>
              {name}
              {about ? <span className="block text-sm font-normal text-muted">{about}</span> : null}
            </>
          ),
        },
        { head: "Entries", cell: (account) => account.entries, numeric: true },
        {
          head: "Balance",
          cell: ({ amount, total }) => <Exact amount={amount} loud={total} />,
          numeric: true,
          className: "md:w-48",
        },
      ]}
    />
  );
}
