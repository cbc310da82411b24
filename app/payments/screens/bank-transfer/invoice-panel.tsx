import { InvoiceState } from "~/payments/views/invoice-state";
import { NOT_IN_BALANCE } from "~/payments/inside/bank/bank-invoice";
import { Banner } from "~/platform/ui/banner";
import { buttonClasses } from "~/platform/ui/button";
import { formatDay } from "~/platform/ui/format";
import { Facts } from "~/platform/ui/facts";
import { Lead } from "~/platform/ui/lead";
import { Panel } from "~/platform/ui/panel";
import { Time } from "~/platform/ui/time";
import type { InvoiceView, NoteView, TransferView } from "~/payments/view-invoice.server";
import { CreditNotes } from "~/payments/views/credit-notes";

/** An invoice with what to pay, where and by when. */
export function InvoicePanel({ invoice }: { invoice: InvoiceView & { notes: NoteView[]; returns: TransferView[] } }) {
  const { number, due, dueOn, standing, vat } = invoice;
  const open = standing === "open" || standing === "overdue";
  return (
    <>
      <Lead figure={open ? due : invoice.total}>
        {open
          ? `to transfer by ${formatDay(dueOn)}, quoting ${number}`
          : standing === "paid"
            ? "paid"
            : "cancelled: nothing to pay"}
      </Lead>
      {invoice.over ? (
        <Banner>
          {invoice.over} {NOT_IN_BALANCE}
        </Banner>
      ) : null}
      {open ? (
        <Panel title="Pay to" className="max-w-3xl">
          <address className="text-sm not-italic [overflow-wrap:anywhere]">
            {invoice.bankLines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <p className="mt-3 text-sm text-muted">
            Quote {number} in your transfer, so that we find it.{" "}
            {invoice.credited
              ? "The amount is in your balance already."
              : "The amount is added to your balance when your transfer has come."}
          </p>
        </Panel>
      ) : null}
      <Panel
        title="Invoice"
        className="max-w-3xl"
        actions={
          <a href={`/billing/download/${invoice.id}`} download className={buttonClasses("secondary", "small")}>
            PDF
          </a>
        }
      >
        <Facts
          facts={[
            { label: "State", value: <InvoiceState standing={standing} /> },
            { label: "Issued", value: <Time epochSeconds={invoice.issuedTs} /> },
            { label: "Issued by", value: invoice.issuedBy },
            { label: "For your balance", value: invoice.net },
            ...(vat ? [{ label: vat.label, value: vat.amount }] : []),
            { label: "Total", value: invoice.total },
            ...(invoice.received ? [{ label: "Received", value: invoice.received }] : []),
            ...invoice.returns.map(({ id, on, amount }) => ({
              ...{ id, label: `Returned on ${formatDay(on)}`, value: amount },
            })),
          ]}
        />
      </Panel>
      {invoice.notes.length > 0 ? (
        <Panel title="Given back" className="max-w-3xl" padded={false}>
          <CreditNotes notes={invoice.notes} fileOf={(id) => `/billing/download/${id}`} />
        </Panel>
      ) : null}
    </>
  );
}
