import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeAll, describe, expect, it } from "vitest";
import { loader as dashboard } from "~/routes/operator/dashboard/route";
import { loader as free } from "~/routes/operator/free/route";
import { loader as layout } from "~/routes/operator/layout";
import { loader as nodes } from "~/routes/operator/nodes/route";
import { loader as scheduled } from "~/routes/operator/scheduled/route";
import { loader as userById } from "~/routes/operator/user-by-id/route";
import { loader as userByTenant } from "~/routes/operator/user-by-tenant/route";
import { theCatalogue } from "../../support/world";
import { get, thrownBy } from "../screens/visit";
import { type Staff, theStaff } from "./staff";

type Loader = (args: LoaderFunctionArgs) => Promise<unknown>;

const screens: [path: string, loader: Loader][] = [
  ["/dashboard", dashboard],
  ["/dashboard", layout],
  ["/dashboard/nodes", nodes],
  ["/dashboard/scheduled", scheduled],
  ["/dashboard/free", free],
  ["/users/view/1", userById],
  ["/users/stats/somebody", userByTenant],
];

let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});

describe("Acceptance 9: the operators' screens", () => {
  it.each(screens)("%s sends a visitor to the login", async (path, loader) => {
    const answer = await thrownBy(loader(get(null, path)));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe(`/login?redirectTo=${encodeURIComponent(path)}`);
  });

  it.each(screens)("%s is refused to a customer", async (path, loader) => {
    expect((await thrownBy(loader(get(staff.customer, path)))).status).toBe(403);
  });

  it.each(screens.slice(0, 5))("%s is shown to support", async (path, loader) => {
    await expect(loader(get(staff.support, path))).resolves.toBeDefined();
  });
});

describe("The dashboard bar", () => {
  it("counts what happened since midnight", async () => {
    const { stats } = await layout(get(staff.support, "/dashboard"));
    expect(stats).toMatchObject({ dollars: 0, tasks: 0, new_tasks: 0, finished_tasks: 0, new_clients: 1 });
  });
});
