import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { RangeFilter } from "~/platform/ui/range-filter";
import { CutDays } from "~/platform/ui/cut-days";
import { USAGE_DAYS_MAX } from "~/usage/usage-days";
import { NoUsage } from "../usage-parts/no-usage";
import { UsageFilterForm } from "../usage-parts/usage-filter-form";
import { eventsPath, modelsPath } from "~/usage/views/usage-links";
import { SearchForm } from "~/platform/ui/search-form";
import { presentTime } from "~/platform/time.server";
import { GroupPanel } from "./group-panel";
import { MeteringDialog } from "./metering-dialog";
import { listMeteringLines, readMeteringScreen } from "./read-metering-screen.server";

export const meta: MetaFunction = () => [{ title: "Users Metering Stats · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "metering");
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, {
    metering: () =>
      csvTable(() => listMeteringLines(asked), {
        Group: (row) => row.group,
        User: (row) => row.user,
        Coins: (row) => row.coins,
        Prompt: (row) => row.prompt,
        Generated: (row) => row.generated,
        "Cache read": (row) => row.cacheRead,
        "Cache creation": (row) => row.cacheCreation,
      }),
  });
  return await readMeteringScreen(args, asked);
}

/** Days in the detail of a user: the nearest of its choices. */
const DETAIL_DAYS: Record<string, number> = { today: 7, "7": 7, "90": 90 };

export default function Metering() {
  const { filter, q, asked, days, cut, models, problems, groups } = useLoaderData<typeof loader>();
  const [opened, setOpened] = useState<string | null>(null);
  const detailDays = DETAIL_DAYS[asked.name ?? ""] ?? 30;
  const oneDay = days.start === days.end;
  const shownDays = { start_date: days.start, end_date: days.end };
  return (
    <Page
      title="Users Metering Stats"
      lead="The 200 users who used the most coins, by workspace, PRO and FREE."
      actions={
        <>
          {oneDay ? <ButtonLink to={eventsPath({ ...filter, day: days.end })}>Events of this day</ButtonLink> : null}
          <ButtonLink to={modelsPath({ ...filter, ...shownDays })}>Models</ButtonLink>
          <CsvLink of="metering" />
        </>
      }
    >
      <RangeFilter asked={asked} />
      {cut ? <CutDays days={days} most={USAGE_DAYS_MAX} /> : null}
      <SearchForm
        name="q"
        value={q}
        label="Search users"
        placeholder="Name, email or tenant"
        button="Search"
        replaces={["page"]}
      />
      <UsageFilterForm filter={filter} problems={problems} models={models} shown={["model", "workspace"]} />
      {groups?.length === 0 ? (
        <Panel>
          <NoUsage text="No metering found" />
        </Panel>
      ) : (
        groups?.map((group, place) => (
          <GroupPanel key={group.name} {...{ group, folds: place > 0 }} days={detailDays} onOpen={setOpened} />
        ))
      )}
      {opened === null ? null : (
        <MeteringDialog key={opened} user={opened} days={detailDays} onClose={() => setOpened(null)} />
      )}
    </Page>
  );
}
