import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { askedRange, dayOf } from "~/platform/day-range";
import { readSources } from "~/payments/inside/marketing/read-sources.server";
import { requireStaff } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { RangeFilter } from "~/platform/ui/range-filter";
import { Unread } from "~/platform/ui/unread";
import { presentTime } from "~/platform/time.server";
import { compareSources } from "./compare-sources.server";
import { ComparedTable } from "./compared-table";
import { OtherSources } from "./other-sources";
import { PlanPanel } from "./plan-panel";
import { sourcesNote } from "./source-rows";
import { sourcesFiles } from "./sources-files.server";
import { useAskedSources } from "./use-asked-sources";

export const meta: MetaFunction = () => [{ title: "Sources · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "sources");
  const now = presentTime();
  const asked = askedRange(new URL(args.request.url).searchParams, now, null);
  await csvInstead(args, sourcesFiles(asked.days));
  const [sources, compared] = await Promise.all([
    partOrNull(args, "sources", readSources(asked)),
    partOrNull(args, "results of sources", compareSources(asked.days)),
  ]);
  return { asked, today: dayOf(now), sources, compared };
}

export default function SourcesScreen() {
  const { asked, today, sources, compared } = useLoaderData<typeof loader>();
  const { shown, ask } = useAskedSources({ asked, sources }, today);
  return (
    <Page title="Sources" lead="Where customers say they heard of us, by the day on which they registered.">
      <RangeFilter asked={asked} onAsk={ask} />
      <p role="status" className="-my-4 min-h-5 text-sm text-muted">
        {sourcesNote(shown.asked)}
      </p>
      <div className="grid gap-6 md:grid-cols-2">
        <PlanPanel plan="PRO" shown={shown} />
        <PlanPanel plan="FREE" shown={shown} />
      </div>
      <Panel
        title="Results of each source"
        folds
        lead="Results so far. ‘Topped up’ counts customers who ever did, with or without a task. ‘Top-ups’ is their sum, before refunds. ‘Before’ is the same number of days earlier."
        padded={false}
        actions={<CsvLink table="compared" of="Results of each source" />}
      >
        {compared ? <ComparedTable rows={compared} days={asked.days} /> : <Unread />}
      </Panel>
      <OtherSources title="Other Sources Details" rows={shown.sources?.other_sources ?? []} />
    </Page>
  );
}
