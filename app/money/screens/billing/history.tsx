import { useSearchParams } from "@remix-run/react";
import type { InvoiceRow } from "~/payments/list-invoices.server";
import type { Transactions } from "~/platform/live/use-transactions";
import { Banner } from "~/platform/ui/banner";
import { ButtonLink } from "~/platform/ui/button-link";
import { Panel } from "~/platform/ui/panel";
import { Tabs } from "~/platform/ui/tabs";
import { TextLink } from "~/platform/ui/text-link";
import { InvoiceTable } from "~/payments/views/invoice-table";
import { Movements, type MovementsProps } from "./movements";

/** Number of newest movements; another screen lists all. */
const SHOWN = 15;

interface HistoryProps extends Transactions {
  ends: MovementsProps["ends"];
  invoices: InvoiceRow[];
}

/** Billing history in two tabs (2.4); the movements tab appears only if there are any, or if that is unknown. */
export function History({ rows, refused, ends, invoices }: HistoryProps) {
  const [query] = useSearchParams();
  const none = rows?.length === 0;
  const showsInvoices = query.get("tab") === "invoices" || none;
  const tabs = [
    ...(none ? [] : [{ label: "Balance Movements", to: "/billing", current: !showsInvoices }]),
    { label: "Recurring Payment Invoices", to: "/billing?tab=invoices", current: showsInvoices },
  ];
  return (
    <Panel
      title="Billing history"
      padded={false}
      actions={
        <>
          <ButtonLink size="small" to="/billing/movements">
            All movements
          </ButtonLink>
          <ButtonLink size="small" to="/billing/statements">
            Statements
          </ButtonLink>
        </>
      }
    >
      <div className="px-2 pt-1 sm:px-3">
        <Tabs label="Billing history" tabs={tabs} />
      </div>
      {refused ? (
        <div className="px-4 pt-4 sm:px-5">
          <Banner tone="danger">
            {refused.message} ({refused.retcode})
          </Banner>
        </div>
      ) : null}
      {showsInvoices ? (
        <InvoiceTable invoices={invoices} />
      ) : rows === null ? (
        <Loading />
      ) : (
        <>
          <Movements transactions={rows.slice(0, SHOWN)} ends={ends} />
          {rows.length > SHOWN ? (
            <p className="border-t px-4 py-3 text-sm sm:px-5">
              <TextLink to="/billing/movements">Older movements</TextLink>
            </p>
          ) : null}
        </>
      )}
    </Panel>
  );
}

/** Shown until movements arrive: the script polls, and without it a link reloads the page. */
function Loading() {
  return (
    <div className="flex items-center gap-3 px-4 py-8 text-sm text-muted sm:px-5" role="status">
      <span
        className="size-4 rounded-full border-2 border-t-accent motion-safe:animate-spin noscript:hidden"
        aria-hidden="true"
      />
      <span className="noscript:hidden">Balance movements are being loaded.</span>
      <noscript>
        Balance movements can’t be shown right now.{" "}
        <a href="/billing" className="prose-link">
          Load again
        </a>
      </noscript>
    </div>
  );
}
