import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/http/access.server";
import { DASHBOARD } from "~/ui/navigation";
import { Page } from "~/ui/page";
import { Refresh } from "~/ui/refresh";
import { useRecount } from "../use-recount";
import { DESCRIPTIONS } from "./descriptions";
import { readOverview } from "./read-overview.server";
import { ScreenTile } from "./screen-tile";

export const meta: MetaFunction = () => [{ title: "Dashboard · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args);
  return { overview: await readOverview({ now: new Date() }) };
}

/** The bar above comes from the layout; here is a tile for each operator screen. */
export default function Dashboard() {
  const { overview } = useLoaderData<typeof loader>();
  useRecount(["node", "scheduled", "capacity"]);
  return (
    <Page title="Dashboard" lead="The figures above count from 00:00 UTC.">
      <Refresh everySeconds={45} />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4">
        {DASHBOARD.filter((item) => item.to !== "/dashboard").map((item) => (
          <li key={item.to}>
            <ScreenTile item={item} description={DESCRIPTIONS[item.to]} figure={overview[item.to]} />
          </li>
        ))}
      </ul>
    </Page>
  );
}
