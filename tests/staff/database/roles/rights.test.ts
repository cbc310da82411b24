import { beforeAll, describe, expect, test } from "vitest";
import { aVisit, get, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { call } from "../../../contract/support/call";
import { examplePath, documented } from "../../../contract/support/documented";
import { loadRoute } from "../../../contract/support/load-route";
import { aTenant, theCatalogue } from "../../../support/world";
import { M } from "~/messages";
import { db } from "~/platform/db.server";
import { hasBody } from "~/platform/http/api-operation.server";
import { declaredPaths } from "~/platform/http/api-route.server";
import { STAFF_SCREEN_NEEDS, type StaffScreen } from "~/platform/http/staff-needs";
import { ROLES } from "~/platform/role";
import {
  DOCUMENTED_RIGHTS,
  type StaffNeed,
  STAFF_RIGHT_NAMES,
  STAFF_RIGHTS,
  type StaffRight,
} from "~/platform/staff-rights";
import { jsonPaths, screens } from "~/routes.js";

// Each screen and JSON operation of staff as a role with exactly the right that it needs, and as one with all others.
const ofStaff = screens.filter(({ audience }) => audience === "operator");
const VALUES: Record<string, string> = { id: "1", user: "somebody", tenantName: "somebody", nodeName: "fra1-gpu-1" };
Object.assign(VALUES, { clusterName: "fra1", rollingId: "1", alertId: "1", ruleId: "1" });

let visit: Visit;

beforeAll(async () => {
  await theCatalogue();
  for (const { file } of jsonPaths) await loadRoute(file);
  await db.query(`insert into user_role (name, label, rights) values ('clerk', 'Clerk', '{}')`);
  const { userId } = await aTenant({ dollars: 0 });
  await db.query(`update user_account set role = 'clerk' where id = $1`, [userId]);
  visit = await aVisit({ userId });
});

/** Gives the role these rights and no others. */
async function give(rights: readonly StaffRight[]): Promise<void> {
  await db.query(`update user_role set rights = $1 where name = 'clerk'`, [rights]);
}

const others = (need: StaffNeed) => (need === "staff" ? [] : STAFF_RIGHT_NAMES.filter((one) => one !== need));
const own = (need: StaffNeed): StaffRight[] => [need === "staff" ? "site.act" : need];

/** The status of a screen's answer; 200 if it is shown. */
async function statusOf(sent: Promise<unknown>): Promise<number> {
  try {
    const answer = await sent;
    if (answer instanceof Response) return answer.status;
    return (answer as { init?: ResponseInit | null } | null)?.init?.status ?? 200;
  } catch (error) {
    if (error instanceof Response) return error.status;
    throw error;
  }
}

test("the documented roles have the rights that the code says, and nobody else's rights are in their rows", async () => {
  const rows = await db.query<{ name: string; rights: string[] }>(
    `select name, rights from user_role where made_at is null`,
  );
  const rights = Object.fromEntries(rows.map((row) => [row.name, row.rights.toSorted()]));
  delete rights["clerk"];
  expect(rights).toEqual(Object.fromEntries(ROLES.map((role) => [role, DOCUMENTED_RIGHTS[role].toSorted()])));
});

test("each screen of staff has a row of needs, and there are no other rows", () => {
  expect(ofStaff.map(({ folder }) => folder).toSorted()).toEqual(Object.keys(STAFF_SCREEN_NEEDS).toSorted());
});

describe.each(ofStaff)("$url", ({ url, file, folder }) => {
  const { look, act } = STAFF_SCREEN_NEEDS[folder as StaffScreen];
  const path = url.replace(/:(\w+)/g, (_, name: string) => VALUES[name] ?? name);

  test(`is shown with ${look}, and refused with all other rights`, async () => {
    const { loader } = await loadRoute(file);
    await give(others(look));
    const refused = await thrownBy(loader(get(visit, path, VALUES)));
    expect(refused.status).toBe(403);
    const text = look === "staff" ? M.notAllowed : M.staffLacksRight({ label: STAFF_RIGHTS[look].label });
    expect(JSON.stringify(await refused.json())).toContain(text);
    await give(own(look));
    // Some of these addresses lead to nothing.
    expect([200, 404]).toContain(await statusOf(loader(get(visit, path, VALUES))));
  });

  test(`takes forms with ${act}, and refuses them with all other rights`, async () => {
    const { action } = (await loadRoute(file)) as Partial<Awaited<ReturnType<typeof loadRoute>>>;
    if (!action) return;
    const send = () => statusOf(action(post(visit, path, { intent: "no-such-intent" }, VALUES)));
    await give(others(act));
    expect(await send()).toBe(403);
    await give(own(act));
    expect([400, 404]).toContain(await send());
  });
});

/** The forms of screens whose forms need different rights. */
const FORMS: Partial<Record<StaffScreen, Record<string, StaffRight>>> = {
  nodes: {
    ...{ drain: "fleet.act", "one-mode": "fleet.act", "clear-finding": "fleet.act", "ask-modes": "fleet.act" },
    ...{ "set-modes": "fleet.act", "set-labels": "fleet.act", "add-node": "fleet.admit" },
    ...{ "withdraw-token": "fleet.admit", "revoke-old-key": "fleet.admit", retire: "fleet.admit" },
  },
  engine: {
    ...{ hold: "fleet.act", release: "fleet.act", "set-slurm": "fleet.admit", "set-kubernetes": "fleet.admit" },
    remove: "fleet.admit",
  },
  "user-by-id": {
    ...{ "set-role": "staff.act", suspend: "access.act", restore: "access.act", "reset-two-factor": "access.act" },
    ...{ "own-images": "access.act", "end-sessions": "access.act", close: "access.act" },
    ...{ "bank-terms": "money.act", "check-vat": "money.act", discount: "money.act" },
    ...{ "withdraw-discount": "money.act", quota: "money.act", "adjust-balance": "money.act" },
    ...{ tags: "customers.act", comment: "customers.act", vote: "customers.act", "kill-task": "tasks.act" },
  },
  invoices: { transfer: "invoices.act", cancel: "invoices.act", "credit-note": "money.act" },
  reports: { "node-cost": "money.act" },
  ingestion: {
    ...{ "make-source": "usage.act", "rotate-source": "usage.act", "revoke-source": "usage.act" },
    "test-event": "usage.act",
  },
};
const forms = Object.entries(FORMS).flatMap(([folder, intents]) =>
  Object.entries(intents).map(([intent, right]) => ({ folder, intent, right })),
);

test.each(forms)("the form $intent of $folder is refused without $right, and not with it", async (form) => {
  const { folder, intent, right } = form;
  const screen = ofStaff.find((one) => one.folder === folder);
  if (!screen) throw new Error(`no screen ${folder}`);
  const values = { ...VALUES, id: String((await aTenant({ dollars: 0 })).userId) };
  const path = screen.url.replace(/:(\w+)/g, (_, name: string) => values[name as keyof typeof values] ?? name);
  const { action } = await loadRoute(screen.file);
  await give(others(right));
  const refused = await thrownBy(action(post(visit, path, { intent }, values)));
  expect(refused.status).toBe(403);
  expect(JSON.stringify(await refused.json())).toContain(M.staffLacksRight({ label: STAFF_RIGHTS[right].label }));
  await give([right, ...own(STAFF_SCREEN_NEEDS[folder as StaffScreen].look)]);
  expect(await statusOf(action(post(visit, path, { intent }, values)))).not.toBe(403);
});

test("every screen whose forms need further rights is in this list", () => {
  const mixed = Object.entries(STAFF_SCREEN_NEEDS).flatMap(([folder, needs]) => (needs.mixed ? [folder] : []));
  // Both addresses of a user have the same forms.
  expect(mixed.filter((folder) => folder !== "user-by-tenant").toSorted()).toEqual(Object.keys(FORMS).toSorted());
});

test("each documented operation of staff needs a right that the documented roles have from its role on", () => {
  for (const { path, method, role } of documented) {
    const right = declaredPaths.get(path)?.[method]?.right;
    if (!right) continue;
    const holders = ROLES.filter((one) => DOCUMENTED_RIGHTS[one].includes(right));
    expect([method, path, holders]).toEqual([method, path, ROLES.slice(ROLES.indexOf(role ?? "customer"))]);
  }
});

test("each JSON operation of staff is refused with all rights but its own, and not with it", async () => {
  const declared = [...declaredPaths].flatMap(([path, ofPath]) =>
    Object.entries(ofPath).flatMap(([method, { right, credentials }]) =>
      right && credentials.includes("S") ? [{ path, method, right }] : [],
    ),
  );
  expect(declared.length).toBeGreaterThan(35);
  for (const { path, method, right } of declared) {
    const row = documented.find((one) => one.path === path && one.method === method);
    if (!row) throw new Error(`${method} ${path} is not documented`);
    const body = hasBody(method) ? { json: {} } : {};
    const send = async () =>
      (await call(examplePath(row), { method, cookie: visit.cookie, script: true, ...body })).status;
    await give(others(right));
    expect([method, path, await send()]).toEqual([method, path, 403]);
    await give([right]);
    expect([method, path, (await send()) === 403]).toEqual([method, path, false]);
  }
});
