import { useSearchParams } from "@remix-run/react";
import type { TransactionRow } from "~/domain/billing/list-transactions.server";
import type { InvoiceRow } from "~/domain/subscription/list-invoices.server";
import { ButtonLink } from "~/ui/button-link";
import { Panel } from "~/ui/panel";
import { Tabs } from "~/ui/tabs";
import { InvoiceTable } from "../subscription/invoice-table";
import { Movements } from "./movements";

/** Billing history in two tabs (2.4); movements only when there are any. */
export function History({
  transactions,
  invoices,
}: {
  transactions: TransactionRow[];
  invoices: InvoiceRow[];
}) {
  const [query] = useSearchParams();
  const showsInvoices = query.get("tab") === "invoices" || transactions.length === 0;
  const tabs = [
    ...(transactions.length > 0
      ? [{ label: "Balance Movements", to: "/billing", current: !showsInvoices }]
      : []),
    { label: "Recurring Payment Invoices", to: "/billing?tab=invoices", current: showsInvoices },
  ];
  return (
    <Panel
      title="Billing history"
      padded={false}
      actions={
        <ButtonLink size="small" to="/billing/statements">
          Statements
        </ButtonLink>
      }
    >
      <div className="px-2 pt-1 sm:px-3">
        <Tabs label="Billing history" tabs={tabs} />
      </div>
      {showsInvoices ? <InvoiceTable invoices={invoices} /> : <Movements transactions={transactions} />}
    </Panel>
  );
}
