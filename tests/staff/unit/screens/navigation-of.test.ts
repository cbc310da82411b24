import { expect, test } from "vitest";
import { navigationOf } from "~/staff/screens/frame/navigation-of.server";
import type { Role } from "~/platform/role";
import { DOCUMENTED_RIGHTS } from "~/platform/staff-rights";
import { screens } from "~/routes.js";

const of = (role: Role) => ({ staffRights: DOCUMENTED_RIGHTS[role] });
const inDashboard = screens.filter(({ group, label }) => group && label);

test("the dashboard's navigation has each of its screens once, in the groups of the contract (A29)", () => {
  const groups = navigationOf(of("admin"));
  const order = ["Fleet", "Rehearsal", "Customers", "Money", "Models", "Site"];
  expect(groups.map(({ label }) => label)).toEqual(
    order.filter((name) => inDashboard.some(({ group }) => group === name)),
  );
  expect(groups.flatMap(({ screens: shown }) => shown.map(({ to }) => to)).sort()).toEqual(
    inDashboard.map(({ url }) => url).sort(),
  );
});

test("customers begin with their list, and the inbox follows it", () => {
  const customers = navigationOf(of("support")).find(({ label }) => label === "Customers");
  expect(customers?.screens.map(({ label }) => label).slice(0, 2)).toEqual(["Users", "Inbox"]);
});

test("a group knows the screens that are reached from it", () => {
  const customers = navigationOf(of("support")).find(({ label }) => label === "Customers");
  expect(customers?.below).toEqual([
    "/dashboard/user-info",
    "/users/view/",
    "/users/stats/",
    "/users/view-as/",
    "/dashboard/refund",
    "/dashboard/refund-top-up",
    "/dashboard/inbox/",
    "/dashboard/inbox-answers",
  ]);
});

test("a role gets the screens that it may see, and a customer none", () => {
  for (const role of ["support", "operator", "admin"] as const) {
    const offered = navigationOf(of(role)).flatMap(({ screens: shown }) => shown);
    const forAdmins = ["vat", "audit"].length;
    expect(offered.length).toBe(inDashboard.length - (role === "admin" ? 0 : forAdmins));
  }
  expect(navigationOf(of("customer"))).toEqual([]);
});
