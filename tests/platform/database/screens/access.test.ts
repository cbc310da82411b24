import { beforeAll, describe, expect, it } from "vitest";
import { loader as layout } from "~/staff/screens/layout";
import { screens } from "~/routes.js";
import { ROLES, type Role } from "~/platform/role";
import { DOCUMENTED_RIGHTS, meetsNeed } from "~/platform/staff-rights";
import { STAFF_SCREEN_NEEDS, type StaffScreen } from "~/platform/http/staff-needs";
import { loadRoute } from "../../../contract/support/load-route";
import { theCatalogue } from "../../../support/world";
import { get, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "./staff";

const operatorScreens = screens.filter(({ audience }) => audience === "operator");
const rows = [...operatorScreens, { url: "/dashboard", file: "staff/screens/layout.tsx", folder: "dashboard" }];
const mayLook = (role: Role, folder: string) =>
  meetsNeed({ staffRights: DOCUMENTED_RIGHTS[role] }, STAFF_SCREEN_NEEDS[folder as StaffScreen].look);
const VALUES: Record<string, string> = {
  id: "1",
  tenantName: "somebody",
  nodeName: "fra1-gpu-1",
  clusterName: "fra1",
  rollingId: "1",
  rehearsalId: "1",
  alertId: "1",
  ruleId: "1",
  user: "somebody",
};

let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});

describe("Acceptance 9: the operators' screens", () => {
  it.each(rows)("$url sends a visitor to the login", async ({ url, file }) => {
    const { path, load } = await opened(url, file);
    const answer = await thrownBy(load(null));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe(`/login?redirectTo=${encodeURIComponent(path)}`);
  });

  it.each(rows)("$url is refused to roles without its right", async ({ url, file, folder }) => {
    const { load } = await opened(url, file);
    for (const role of ROLES.filter((one) => !mayLook(one, folder))) {
      expect([role, (await thrownBy(load(staff[role]))).status]).toEqual([role, 403]);
    }
  });

  const ofNobody = rows.filter(({ url }) => !url.includes(":"));
  it.each(ofNobody)("$url is shown to roles with its right", async ({ url, file, folder }) => {
    const { load } = await opened(url, file);
    for (const role of ROLES.filter((one) => mayLook(one, folder))) {
      await expect(load(staff[role])).resolves.toBeDefined();
    }
  });
});

/** A screen's loader, at an address of its URL pattern. */
async function opened(url: string, file: string) {
  const path = url.replace(/:(\w+)/g, (segment, name: string) => {
    if (!VALUES[name])
      throw new Error(`give VALUES here and IDS in tests/e2e/support/demo-ids.ts a value for ${segment}`);
    return VALUES[name];
  });
  const { loader } = await loadRoute(file);
  return {
    path,
    load: async (visit: Visit | null): Promise<unknown> => await loader(get(visit, path, VALUES)),
  };
}

describe("The dashboard bar", () => {
  it("counts since midnight", async () => {
    const { stats } = await layout(get(staff.support, "/dashboard"));
    expect(stats).toMatchObject({ dollars: 0, tasks: 0, new_tasks: 0, finished_tasks: 0, new_clients: 1 });
  });
});
