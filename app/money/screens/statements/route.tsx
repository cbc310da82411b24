import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listMonths } from "~/money/inside/billing/statement/list-months.server";
import { sumMonths } from "~/money/inside/billing/statement/sum-months.server";
import { monthName, monthOf } from "~/money/inside/billing/statement/month";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { requireCustomer } from "~/platform/http/access.server";
import { pageNumber, pageOf } from "~/platform/http/page-number";
import { Badge } from "~/platform/ui/badge";
import { Lead } from "~/platform/ui/lead";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { presentTime } from "~/platform/time.server";
import { Downloads } from "../statement/downloads";

export const meta: MetaFunction = () => [{ title: "Statements · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "statements");
  const now = presentTime();
  const wanted = pageNumber(new URL(args.request.url).searchParams, "page");
  const read = await partOrNull(args, "statements", readMonths(tenantId, wanted, now));
  return { isRead: read !== null, ...(read ?? { months: [], page: 1, pages: 1 }) };
}

async function readMonths(tenantId: number, wanted: number, now: Date) {
  const all = await listMonths({ tenantId, now });
  const { page, pages, offset, limit } = pageOf(all.length, wanted);
  const months = await sumMonths({ tenantId, months: all.slice(offset, offset + limit) });
  return {
    ...{ page, pages },
    months: months.map((sums) => ({ ...sums, name: monthName(sums.month), soFar: sums.month === monthOf(now) })),
  };
}

export default function Statements() {
  const { isRead, months, page, pages } = useLoaderData<typeof loader>();
  const newest = page === 1 ? months[0] : undefined;
  return (
    <Page
      title="Statements"
      back={{ to: "/billing", label: "Billing" }}
      lead="Every movement of your balance, month by month (UTC), and how it was calculated."
    >
      {newest ? (
        <Lead figure={newest.charges.replace(/^[−+]?/, "$$")}>
          charged for tasks and volumes in {newest.name}
          {newest.soFar ? " so far" : ""}, and {newest.credits} in credits
        </Lead>
      ) : null}
      <Panel padded={false}>
        <Table
          caption="Months"
          rows={months}
          rowKey={(row) => row.month}
          empty={isRead ? "No statements yet" : "Statements can’t be shown right now. Reload in a moment."}
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
            { head: "Charges ($)", cell: ({ charges }) => charges, numeric: true },
            { head: "Credits ($)", cell: ({ credits }) => credits, numeric: true },
            {
              head: "Download",
              cell: ({ month, name }) => <Downloads month={month} name={name} />,
              numeric: true,
              className: "max-md:col-span-full",
            },
          ]}
        />
        {pages > 1 ? <Pager page={page} pages={pages} /> : null}
      </Panel>
    </Page>
  );
}
