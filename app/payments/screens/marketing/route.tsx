import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { askedRange, dayOf } from "~/platform/day-range";
import { requireStaff } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { RangeFilter } from "~/platform/ui/range-filter";
import { Refused } from "~/platform/ui/refused";
import { Unread } from "~/platform/ui/unread";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { BroughtTable, RedemptionChart } from "./brought";
import { GrantTrial } from "./grant-trial";
import { marketingAction } from "./marketing-action.server";
import { marketingFiles } from "./marketing-files.server";
import { NewPromo } from "./new-promo";
import { PromoFilter } from "./promo-filter";
import { Promos } from "./promos";
import { readBrought } from "./read-brought.server";
import { readMarketingScreen } from "./read-marketing-screen.server";
import { readRedemptions } from "./read-redemptions.server";
import { Redemptions } from "./redemptions";
import { EndingTrials, Trials } from "./trials";

export const meta: MetaFunction = () => [{ title: "Marketing · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "marketing");
  const now = presentTime();
  const search = new URL(args.request.url).searchParams;
  const asked = askedRange(search, now, "30");
  const days = asked.days ?? { start: dayOf(now), end: dayOf(now) };
  await csvInstead(args, marketingFiles({ search, days, now }));
  const [screen, brought, redemptions] = await Promise.all([
    readMarketingScreen({ search, viewer, now }),
    partOrNull(args, "results of codes", readBrought(days)),
    partOrNull(args, "redemptions", readRedemptions({ search, days })),
  ]);
  return { ...screen, asked, brought, redemptions };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "marketing");
  return await marketingAction(args, viewer);
}

export default function Marketing() {
  const { trials, promos, ending, mayWrite, asked, brought, redemptions } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <Page title="Marketing" lead="Trials of PRO, and the codes that customers redeem on their billing screen.">
      <Refused answer={answer} />
      <Panel
        title="Trials that end this week"
        folds={ending.page === 1}
        lead="In the next 7 days."
        padded={false}
        actions={ending.total > 0 ? <CsvLink table="ending" of="Trials that end this week" /> : null}
      >
        <EndingTrials rows={ending.rows} />
        {ending.pages > 1 ? <Pager of="trials that end" name="ending" page={ending.page} pages={ending.pages} /> : null}
      </Panel>
      <Panel
        title="Trials"
        padded={false}
        actions={
          <>
            <CsvLink table="trials" of="Trials" />
            {mayWrite ? <GrantTrial made={trials.total} answer={answer} /> : null}
          </>
        }
      >
        <Trials trials={trials.rows} />
        {trials.pages > 1 ? <Pager of="trials" name="trials" page={trials.page} pages={trials.pages} /> : null}
      </Panel>
      <Panel
        title="Promocodes"
        padded={false}
        actions={
          <>
            <CsvLink table="promos" of="Promocodes" />
            {mayWrite ? <NewPromo made={promos.total} answer={answer} /> : null}
          </>
        }
      >
        <PromoFilter q={promos.q} state={promos.state} />
        <Promos promos={promos.rows} mayWrite={mayWrite} filtered={promos.q !== "" || promos.state !== null} />
        {promos.pages > 1 ? <Pager of="promocodes" name="promos" page={promos.page} pages={promos.pages} /> : null}
      </Panel>
      <RangeFilter asked={asked} />
      <Panel title="Redemptions" folds actions={<CsvLink table="redemptions-over-time" of="Redemptions" />}>
        {brought ? <RedemptionChart {...brought} /> : <Unread />}
      </Panel>
      <Panel
        title="Results of codes"
        folds
        lead="Results so far of redemptions on these days. A trial does not count as a subscription."
        padded={false}
        actions={<CsvLink table="brought" of="Results of codes" />}
      >
        {brought ? <BroughtTable rows={brought.rows} /> : <Unread />}
      </Panel>
      {redemptions ? (
        <Panel
          id="redemptions"
          title={`Redemptions of ${redemptions.code}`}
          padded={false}
          actions={<CsvLink table="redemptions" of={`Redemptions of ${redemptions.code}`} />}
        >
          <Redemptions rows={redemptions.rows} />
          {redemptions.pages > 1 ? (
            <Pager of="redemptions" name="redemptions" page={redemptions.page} pages={redemptions.pages} />
          ) : null}
        </Panel>
      ) : null}
    </Page>
  );
}
