import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { requireStaff } from "~/http/access.server";
import { DASHBOARD } from "~/ui/navigation";
import { Page } from "~/ui/page";
import { Refresh } from "~/ui/refresh";
import { ScreenTile } from "./screen-tile";
import { DESCRIPTIONS } from "./descriptions";

export const meta: MetaFunction = () => [{ title: "Dashboard · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request);
  return null;
}

/** The bar above comes from the layout; here is a tile for each operator screen. */
export default function Dashboard() {
  return (
    <Page title="Dashboard" lead="The figures above count from 00:00 UTC.">
      <Refresh everySeconds={45} />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4">
        {DASHBOARD.filter((item) => item.to !== "/dashboard").map((item) => (
          <li key={item.to}>
            <ScreenTile item={item} description={DESCRIPTIONS[item.to]} />
          </li>
        ))}
      </ul>
    </Page>
  );
}
