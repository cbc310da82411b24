import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { Stat, StatRow } from "~/platform/ui/stat";
import { readLinePage } from "./line-page.server";
import { MovementPanels } from "./movement-panels";
import { TaskPanels } from "./task-panels";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.text ?? "Movement"} · Statement ${data?.monthName ?? ""} · Millrace` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "statement-line");
  const { month = "", lineId: id = "" } = args.params;
  return await readLinePage({ tenantId, month, id, search: new URL(args.request.url).searchParams });
}

export default function StatementLine() {
  const line = useLoaderData<typeof loader>();
  return (
    <Page
      title={<span className="[overflow-wrap:anywhere]">{line.text}</span>}
      back={{ to: `/billing/statements/${line.month}`, label: `Statement ${line.monthName}` }}
      lead="How this amount was calculated."
    >
      <StatRow leads>
        <Stat label="Amount" value={line.total.dollars} note={`${line.total.units} units of 1/3600 cent`} />
        <Stat label="Kind" value={line.kind} />
      </StatRow>
      {line.task ? <TaskPanels task={line.task} /> : null}
      {line.movement ? <MovementPanels movement={line.movement} /> : null}
    </Page>
  );
}
