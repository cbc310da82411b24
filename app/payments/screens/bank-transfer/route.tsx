import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CountryFirst } from "~/payments/views/country-first";
import { InvoiceState } from "~/payments/views/invoice-state";
import { requireCustomer } from "~/platform/http/access.server";
import { presentTime } from "~/platform/time.server";
import { formatDay } from "~/platform/ui/format";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { bankTransferAction } from "./bank-transfer-action.server";
import { InvoiceForm } from "./invoice-form";
import { InvoicePanel } from "./invoice-panel";
import { readBankTransfer } from "./read-bank-transfer.server";

export const meta: MetaFunction = () => [{ title: "Bank transfer · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "bank-transfer");
  const search = new URL(args.request.url).searchParams;
  return await readBankTransfer({ tenantId, search, now: presentTime() });
}

export async function action(args: ActionFunctionArgs) {
  return await bankTransferAction(args, await requireCustomer(args, "bank-transfer"));
}

/** Invoices that are paid by bank transfer (B23). */
export default function BankTransfer() {
  const { terms, vat, countries, rows, page, more, shown, invoiceId } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  if (shown)
    return (
      <Page title={`Invoice ${shown.number}`} back={{ to: "/billing/bank-transfer", label: "Bank transfer" }}>
        <InvoicePanel invoice={shown} />
      </Page>
    );
  return (
    <Page
      title="Pay by bank transfer"
      back={{ to: "/billing/add-funds", label: "Add funds" }}
      lead="You get an invoice now and transfer its amount within your terms."
    >
      {terms ? (
        <Panel className="max-w-xl">
          {vat && countries ? (
            <CountryFirst countries={countries} action="/billing/bank-transfer" answer={answer} />
          ) : (
            <InvoiceForm {...{ invoiceId, terms, vat, answer }} />
          )}
        </Panel>
      ) : (
        <Panel className="max-w-xl">
          New invoices by bank transfer are not set up for your account. <TextLink to="/contact">Write to us</TextLink>{" "}
          to ask for them.
        </Panel>
      )}
      {rows.length > 0 || page > 1 ? (
        <Panel title="Invoices" padded={false}>
          <Table
            caption="Invoices"
            rows={rows}
            rowKey={({ id }) => id}
            empty="No invoices on this page"
            columns={[
              {
                head: "Number",
                cell: ({ id, number }) => <TextLink to={`/billing/bank-transfer?invoice=${id}`}>{number}</TextLink>,
                className: "whitespace-nowrap",
              },
              { head: "Due", cell: ({ dueOn }) => formatDay(dueOn), className: "whitespace-nowrap tabular-nums" },
              { head: "Total", cell: ({ total }) => total, numeric: true },
              { head: "Received", cell: ({ received }) => received ?? "–", numeric: true },
              { head: "State", cell: ({ standing }) => <InvoiceState standing={standing} /> },
            ]}
          />
          {page > 1 || more ? <Pager page={page} pages={more ? page + 1 : page} more={more} /> : null}
        </Panel>
      ) : null}
    </Page>
  );
}
