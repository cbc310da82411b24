import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Lead } from "~/platform/ui/lead";
import { Page } from "~/platform/ui/page";
import { Tabs } from "~/platform/ui/tabs";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { Debtors } from "./debtors";
import { InvoiceList } from "./invoice-list";
import { invoicesAction } from "./invoices-action.server";
import { OneInvoice } from "./one-invoice";
import { readInvoicesScreen, type Shown } from "./read-invoices-screen.server";

export const meta: MetaFunction = () => [{ title: "Invoices · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  return await readInvoicesScreen(args, await requireStaff(args, "invoices"));
}

export async function action(args: ActionFunctionArgs) {
  return await invoicesAction(args, await requireStaff(args, "invoices"));
}

const TABS: { shown: Shown; label: string }[] = [
  { shown: "open", label: "Open" },
  { shown: "overdue", label: "Overdue" },
  { shown: "customers", label: "By customer" },
  { shown: "paid", label: "Paid" },
  { shown: "cancelled", label: "Cancelled" },
];

/** Invoices by bank transfer: who owes, since when, and what came in (B23). */
export default function Invoices() {
  const screen = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData()) as FormAnswer | undefined;
  const { shown, sums, rows, debtors, page, pages, more, one, today, mayAct, mayGive } = screen;
  if (one)
    return (
      <Page title={`Invoice ${one.number}`} back={{ to: "/dashboard/invoices", label: "Invoices" }}>
        <OneInvoice invoice={one} {...{ today, mayAct, mayGive, answer }} />
      </Page>
    );
  return (
    <Page
      title="Invoices"
      lead="Invoices that customers pay by bank transfer. Staff allow them on the customer’s page."
    >
      <Lead figure={sums.overdue > 0 ? sums.overdueDue : sums.due}>
        {sums.overdue > 0
          ? `overdue on ${sums.overdue} of ${sums.open} open invoices, which come to ${sums.due}`
          : sums.open === 0
            ? "due: no invoice is open"
            : `due on ${sums.open} open ${sums.open === 1 ? "invoice" : "invoices"}, and nothing is overdue`}
      </Lead>
      <Tabs
        label="Invoices"
        tabs={TABS.map((tab) => ({
          label: tab.label,
          to: `/dashboard/invoices?show=${tab.shown}`,
          current: tab.shown === shown,
        }))}
      />
      {shown === "customers" ? (
        <Debtors rows={debtors} customers={sums.customers} {...{ page, pages }} />
      ) : (
        <InvoiceList {...{ rows, shown, page, more }} />
      )}
    </Page>
  );
}
