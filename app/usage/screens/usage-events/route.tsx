import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { dayText } from "~/platform/ui/day-text";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { presentTime } from "~/platform/time.server";
import { EventTable } from "./event-table";
import { eventsCsv } from "./events-csv.server";
import { EventsFilter } from "./events-filter";
import { readEventsScreen } from "./read-events-screen.server";

export const meta: MetaFunction = () => [{ title: "Usage events · Millrace" }];

/** No reload when the page's socket opens: new events would push away the rows that are being read. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod }) =>
  currentUrl.href !== nextUrl.href || formMethod !== undefined;

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "usage-events");
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, eventsCsv(asked));
  return await readEventsScreen(asked);
}

export default function UsageEvents() {
  const { asked, filter, problems, offered, rows, paged, older } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Usage events"
      lead="Each event from a source, as it was counted. Prompts and answers are never stored. Events are kept 90 days."
    >
      <EventsFilter asked={asked} filter={filter} problems={problems} models={offered} />
      <Panel title={`Events of ${dayText(asked.day)}`} padded={false} actions={<CsvLink of="these events" />}>
        <EventTable day={asked.day} rows={rows} />
        {paged || older ? <Places paged={paged} older={older} /> : null}
      </Panel>
    </Page>
  );
}

/** Links between pages by the last event's place, because the events of a day are not counted. */
function Places({ paged, older }: { paged: boolean; older: string | null }) {
  const [search] = useSearchParams();
  const to = (before: string | null) => {
    const wanted = new URLSearchParams(search);
    if (before === null) wanted.delete("before");
    else wanted.set("before", before);
    return `/dashboard/usage/events?${wanted.toString()}`;
  };
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 border-t px-4 py-3 sm:px-5">
      {paged ? (
        <ButtonLink size="small" to={to(null)}>
          Newest
        </ButtonLink>
      ) : null}
      {older ? (
        <ButtonLink size="small" to={to(older)} rel="next">
          Older
        </ButtonLink>
      ) : null}
    </nav>
  );
}
