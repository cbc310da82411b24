import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Stat, StatRow } from "~/platform/ui/stat";
import { presentTime } from "~/platform/time.server";
import { Downloads } from "./downloads";
import { Lines } from "./lines";
import { readStatementPage } from "./statement-page.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Statement ${data?.name ?? ""} · Millrace` }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "statement");
  const search = new URL(args.request.url).searchParams;
  return await readStatementPage({ tenantId, month: args.params["month"] ?? "", search, now: presentTime() });
}

export default function Statement() {
  const statement = useLoaderData<typeof loader>();
  const { month, name, soFar, lines, page, pages, movements } = statement;
  return (
    <Page
      title={`Statement ${name}`}
      back={{ to: "/billing/statements", label: "Statements" }}
      lead={`${soFar ? "So far, with what running tasks cost up to now. " : ""}Times are UTC.`}
    >
      <StatRow leads>
        <Stat
          label={soFar ? "Balance so far" : "Closing balance"}
          value={statement.closing}
          note={statement.owed ? `${statement.owed} of it owed` : undefined}
        />
        <Stat label="Opening balance" value={statement.opening} />
        <Stat label="Credits" value={inDollars(statement.credits)} />
        <Stat label="Charges" value={inDollars(statement.charges)} />
      </StatRow>
      <Panel
        title="Movements"
        lead="Open a line to see how it was calculated."
        actions={<Downloads month={month} name={name} />}
        padded={false}
      >
        <Lines month={month} lines={lines} />
        {pages > 1 ? <Pager page={page} pages={pages} /> : null}
      </Panel>
      {movements > 0 ? (
        <p className="text-sm text-muted">
          Amounts are shown in whole cents, rounded so that the lines add up. CSV and JSON have the exact ones.
        </p>
      ) : null}
    </Page>
  );
}

/** `+50.00` → `+$50.00`: with a dollar sign, like the balances; the column has none. */
function inDollars(moved: string): string {
  return moved.replace(/\d/, "$$$&");
}
