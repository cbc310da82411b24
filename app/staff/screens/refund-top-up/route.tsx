import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { CsvLink } from "~/platform/ui/csv-link";
import { Empty } from "~/platform/ui/empty";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Stat, StatRow } from "~/platform/ui/stat";
import { Time } from "~/platform/ui/time";
import { readTopUpScreen } from "./read-top-up-screen.server";
import { RefundForm } from "./refund-form";
import { RefundList } from "./refund-list";
import { topUpAction } from "./top-up-action.server";

export const meta: MetaFunction = () => [{ title: "Refund a top-up · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  return await readTopUpScreen(args, await requireStaff(args, "refund-top-up"));
}

export async function action(args: ActionFunctionArgs) {
  return await topUpAction(args, await requireStaff(args, "refund-top-up"));
}

export default function RefundTopUp() {
  const { topUp, refunds, formKey, mayGive } = useLoaderData<typeof loader>();
  const answer = useActionData() as FormAnswer | undefined;
  if (!topUp) {
    return (
      <Page title="Refund a top-up">
        <Panel>
          <Empty title="No top-up is chosen">Open a top-up’s refund from its customer’s page.</Empty>
        </Panel>
      </Page>
    );
  }
  const { number, tenantName, card, ts, left, spare, may, typed } = topUp;
  return (
    <Page
      title={`Refund top-up ${number}`}
      back={{ to: `/users/stats/${encodeURIComponent(tenantName)}#top-ups`, label: tenantName }}
      lead={
        <>
          {card} · <Time epochSeconds={ts} />
        </>
      }
      actions={<CsvLink of="its refunds" />}
    >
      <StatRow leads>
        <Stat label="Left to refund" value={left} note={topUp.ordered ? `${topUp.ordered} is on its way` : undefined} />
        <Stat label="Paid" value={topUp.received} note={topUp.vat ? `${topUp.vat} of it VAT` : undefined} />
        <Stat label="Refunded" value={topUp.refunded} />
        <Stat label="In the balance now" value={spare} />
      </StatRow>
      {!may ? (
        <Banner>{topUp.why}</Banner>
      ) : mayGive ? (
        // Only a refund empties the form; when the page refreshes itself, the typed text stays.
        <RefundForm
          key={refunds.length}
          {...{ formKey, typed, left, spare, card, withVat: topUp.vat !== null, answer }}
        />
      ) : (
        <Banner>Only admins give money back.</Banner>
      )}
      <RefundList refunds={refunds} />
    </Page>
  );
}
