import { InvoiceState } from "~/payments/views/invoice-state";
import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { buttonClasses } from "~/platform/ui/button";
import { formatDay } from "~/platform/ui/format";
import { Facts } from "~/platform/ui/facts";
import { FormPopup } from "~/platform/ui/form-popup";
import { Lead } from "~/platform/ui/lead";
import { Panel } from "~/platform/ui/panel";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { CreditNotes } from "~/payments/views/credit-notes";
import { GiveBack } from "./give-back";
import type { StaffInvoice } from "./read-invoices-screen.server";
import { TransferForm } from "./transfer-form";

interface OneInvoiceProps {
  invoice: StaffInvoice;
  today: string;
  mayAct: boolean;
  mayGive: boolean;
  answer: FormAnswer | undefined;
}

/** An invoice: what is due, what came, and the acts on it. */
export function OneInvoice({ invoice, today, mayAct, mayGive, answer }: OneInvoiceProps) {
  const { id, standing, due, dueOn, total, vat, tenantName, transfers, returns } = invoice;
  const open = standing === "open" || standing === "overdue";
  return (
    <>
      <Lead figure={open ? due : total}>
        {open ? `due on ${formatDay(dueOn)} from ` : `${standing}, from `}
        <TextLink to={`/users/stats/${encodeURIComponent(tenantName)}`}>{tenantName}</TextLink>
      </Lead>
      {invoice.over ? (
        <Banner tone="warn">
          {invoice.over} more than was due came in. It is not in the balance: send it back at your bank, and record
          that.
        </Banner>
      ) : null}
      {open && mayAct ? (
        <TransferForm key={transfers.length} intent="transfer" {...{ invoice, today, answer }} />
      ) : null}
      {invoice.over && mayAct ? (
        <TransferForm key={`return ${returns.length}`} intent="return" {...{ invoice, today, answer }} />
      ) : null}
      {(open || invoice.over) && !mayAct ? <Banner>Only operators record transfers.</Banner> : null}
      <Panel
        title="Invoice"
        actions={
          <>
            {mayAct && (invoice.mayCancel || answer?.intent === "cancel") ? (
              <FormPopup
                button="Cancel the invoice"
                title="Cancel the invoice?"
                intent="cancel"
                answer={answer}
                hidden={{ id }}
              >
                <p className="text-sm">
                  The customer is told that nothing is due.
                  {invoice.credited
                    ? ` ${invoice.net} is taken from the balance again; what is spent becomes a debt.`
                    : ""}
                </p>
                <SubmitButton intent="cancel">Cancel the invoice</SubmitButton>
              </FormPopup>
            ) : null}
            <a href={`/dashboard/invoices?id=${id}&format=pdf`} download className={buttonClasses("secondary")}>
              PDF
            </a>
          </>
        }
      >
        <Facts
          facts={[
            { label: "State", value: <InvoiceState standing={standing} /> },
            { label: "Issued", value: <Time epochSeconds={invoice.issuedTs} /> },
            { label: "Due", value: formatDay(dueOn) },
            { label: "For the balance", value: invoice.net },
            ...(vat ? [{ label: vat.label, value: vat.amount }] : []),
            { label: "Total", value: total },
            { label: "Received", value: invoice.received ?? "Nothing yet" },
            { label: "Credited", value: invoice.creditWhen === "issued" ? "when issued" : "when paid" },
          ]}
        />
      </Panel>
      {invoice.notes.length > 0 || (mayGive && invoice.left) ? (
        <Panel
          title="Given back"
          padded={false}
          actions={
            mayGive && invoice.left ? <GiveBack key={invoice.notes.length} {...{ invoice, answer }} /> : undefined
          }
        >
          <CreditNotes notes={invoice.notes} fileOf={(noteId) => `/dashboard/invoices?id=${noteId}&format=pdf`} />
        </Panel>
      ) : null}
      {returns.length > 0 ? <Transfers title="Returned" day="Went back on" rows={returns} /> : null}
      <Transfers title="Transfers" day="Came on" rows={transfers} />
    </>
  );
}

/** Money that came, or went back. */
function Transfers({ title, day, rows }: { title: string; day: string; rows: StaffInvoice["transfers"] }) {
  return (
    <Panel title={title} padded={false}>
      <Table
        caption={title}
        rows={rows}
        rowKey={({ id }) => id}
        empty="Nothing has come yet"
        columns={[
          { head: day, cell: ({ on }) => formatDay(on), className: "whitespace-nowrap tabular-nums" },
          { head: "Amount", cell: ({ amount }) => amount, numeric: true, className: "font-medium" },
          { head: "Bank reference", cell: ({ reference }) => reference, className: "[overflow-wrap:anywhere]" },
          { head: "Recorded by", cell: ({ by }) => by, className: "break-words" },
        ]}
      />
    </Panel>
  );
}
