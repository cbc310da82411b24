import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/http/access.server";
import { Page } from "~/ui/page";
import { Refresh } from "~/ui/refresh";
import { tilesOf } from "../dashboard-screens.server";
import { useRecount } from "../use-recount";
import { readOverview } from "./read-overview.server";
import { ScreenTile } from "./screen-tile";

export const meta: MetaFunction = () => [{ title: "Dashboard · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { role } = await requireStaff(args);
  return { groups: tilesOf(role, await readOverview({ now: new Date() })) };
}

/** The bar above comes from the layout; here is a tile for each operator screen. */
export default function Dashboard() {
  const { groups } = useLoaderData<typeof loader>();
  useRecount(["node", "scheduled", "capacity"]);
  return (
    <Page title="Dashboard" lead="The figures above count from 00:00 UTC.">
      <Refresh everySeconds={45} />
      {groups.map(({ label, tiles }) => (
        <section key={label} className="flex flex-col gap-3">
          <h2 className="text-sm font-semibold">{label}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4">
            {tiles.map((tile) => (
              <li key={tile.to}>
                <ScreenTile {...tile} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
