import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listMovements } from "~/money/inside/billing/list-movements.server";
import { movementFilterOf, placeOf } from "~/money/inside/billing/movement-filter";
import { readEnds } from "~/money/inside/billing/read-ends.server";
import { Unread } from "~/platform/ui/unread";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { requireCustomer } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatCents } from "~/platform/ui/format";
import { Lead } from "~/platform/ui/lead";
import { useMoney } from "~/platform/ui/money";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Movements } from "../billing/movements";
import { Places } from "~/accounts/views/places";
import { presentTime } from "~/platform/time.server";
import { FilterForm } from "./filter-form";
import { movementCsv } from "./movement-csv.server";

export const meta: MetaFunction = () => [{ title: "Balance movements · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, userId, inTeam } = await requireCustomer(args, "movements");
  const now = presentTime();
  const search = new URL(args.request.url).searchParams;
  const { filter, asked } = movementFilterOf(search, now);
  await csvInstead(args, { movements: () => movementCsv({ tenantId, userId, inTeam, filter, now }) });
  const after = placeOf(search.get("before"));
  const read = await partOrNull(args, "movements", listMovements({ tenantId, filter, after, now }));
  const { rows, next } = read ?? { rows: [], next: null };
  const taskIds = rows.filter(({ kind }) => kind === "task").map(({ id }) => id);
  const ends = await readEnds({ tenantId, taskIds, userId, inTeam });
  return { isRead: read !== null, rows, next, isFirst: after === null, filter, asked, ends };
}

export default function BalanceMovements() {
  const { isRead, rows, next, isFirst, filter, asked, ends } = useLoaderData<typeof loader>();
  const money = useMoney();
  const all = filter.kind === null && filter.task === null && filter.days === null;
  return (
    <Page
      title="Balance movements"
      back={{ to: "/billing", label: "Billing" }}
      lead="What your tasks and volumes cost, and what was paid in, newest first. Start and end are days in UTC."
    >
      {money ? <Lead figure={formatCents(money.cents)}>in your balance now</Lead> : null}
      <FilterForm filter={filter} asked={asked} />
      <Panel title="Movements" padded={false} actions={<CsvLink of="the movements" />}>
        {isRead ? (
          <Movements
            transactions={rows}
            ends={ends}
            empty={all && isFirst ? "No movements yet" : "Nothing matches. Choose another kind, task or dates."}
          />
        ) : (
          <Unread what="Movements" />
        )}
        <Places isFirst={isFirst} next={next} />
      </Panel>
    </Page>
  );
}
