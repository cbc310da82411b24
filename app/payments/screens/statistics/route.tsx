import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { askedRange, dayOf } from "~/platform/day-range";
import { readFunnel } from "~/payments/inside/marketing/read-funnel.server";
import { readSources } from "~/payments/inside/marketing/read-sources.server";
import { requireStaff } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { RangeFilter } from "~/platform/ui/range-filter";
import { presentTime } from "~/platform/time.server";
import { OtherSources } from "../sources/other-sources";
import { sourcesNote } from "../sources/source-rows";
import { useAskedSources } from "../sources/use-asked-sources";
import { FunnelPanel } from "./funnel-panel";
import { PlanPie } from "./plan-pie";
import { SourcesTable } from "./sources-table";
import { statisticsFiles } from "./statistics-files.server";

export const meta: MetaFunction = () => [{ title: "Statistics · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "statistics");
  const now = presentTime();
  const asked = askedRange(new URL(args.request.url).searchParams, now, null);
  await csvInstead(args, statisticsFiles(asked.days));
  const [sources, funnel] = await Promise.all([
    partOrNull(args, "sources", readSources(asked)),
    partOrNull(args, "funnel", readFunnel(asked)),
  ]);
  return { asked, today: dayOf(now), sources, funnel };
}

export default function Statistics() {
  const { asked, today, sources, funnel } = useLoaderData<typeof loader>();
  const { shown, ask } = useAskedSources({ asked, sources }, today);
  return (
    <Page title="Statistics" lead="Where customers come from, and how far they get, by the day of registration.">
      <RangeFilter asked={asked} onAsk={ask} />
      <p role="status" className="-my-4 min-h-5 text-sm text-muted">
        {sourcesNote(shown.asked)}
      </p>
      <div className="grid gap-6 md:grid-cols-2">
        <PlanPie plan="FREE" sources={shown.sources} />
        <PlanPie plan="PRO" sources={shown.sources} />
      </div>
      {shown.sources ? (
        <Panel title="Users by source" folds padded={false} actions={<CsvLink table="sources" of="Users by source" />}>
          <SourcesTable sources={shown.sources} days={shown.asked.days} />
        </Panel>
      ) : null}
      <OtherSources title="Other sources" rows={shown.sources?.other_sources ?? []} />
      <FunnelPanel funnel={funnel} days={asked.days} />
    </Page>
  );
}
