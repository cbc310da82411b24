import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listMonths } from "~/domain/billing/statement/list-months.server";
import { monthName, monthOf } from "~/domain/billing/statement/month";
import { requireCustomer } from "~/http/access.server";
import { Badge } from "~/ui/badge";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Table } from "~/ui/table";
import { TextLink } from "~/ui/text-link";
import { Downloads } from "../statement/downloads";

export const meta: MetaFunction = () => [{ title: "Statements · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "statements");
  const now = new Date();
  const months = await listMonths({ tenantId, now });
  return {
    months: months.map((month) => ({ month, name: monthName(month), soFar: month === monthOf(now) })),
  };
}

export default function Statements() {
  const { months } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Statements"
      lead={
        <>
          Every movement of your balance, month by month (UTC), and how it came about.{" "}
          <TextLink to="/billing">Back to Billing</TextLink>
        </>
      }
    >
      <Panel padded={false}>
        <Table
          caption="Months"
          rows={months}
          rowKey={(row) => row.month}
          empty="No statements yet"
          columns={[
            {
              head: "Month",
              label: "",
              className: "font-medium",
              cell: ({ month, name, soFar }) => (
                <span className="inline-flex items-center gap-3">
                  <TextLink to={`/billing/statements/${month}`}>{name}</TextLink>
                  {soFar ? <Badge>so far</Badge> : null}
                </span>
              ),
            },
            {
              head: "Download",
              cell: ({ month, name }) => <Downloads month={month} name={name} />,
              numeric: true,
            },
          ]}
        />
      </Panel>
    </Page>
  );
}
