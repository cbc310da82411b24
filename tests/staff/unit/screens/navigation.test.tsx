import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, test } from "vitest";
import { GroupLinks, ScreenLinks } from "~/staff/screens/frame/navigation";

const NODES = { label: "Nodes", to: "/dashboard/nodes" };
const SCHEDULED = { label: "Scheduled", to: "/dashboard/scheduled" };
const MARKETING = { label: "Marketing", to: "/dashboard/marketing" };
const USERS = { label: "Users", to: "/dashboard/users" };

/** The links of the navigation at an address, with `*` before the current screen and `>` before the tab around it. */
function linksAt(location: string, ofCustomers = [MARKETING]): string[] {
  const groups = [
    { label: "Fleet", screens: [NODES, SCHEDULED], below: ["/dashboard/scheduled/"] },
    { label: "Customers", screens: ofCustomers, below: ["/users/view/"] },
  ];
  const html = renderToStaticMarkup(
    <StaticRouter location={location}>
      <GroupLinks groups={groups} />
      <ScreenLinks groups={groups} />
    </StaticRouter>,
  );
  return [...html.matchAll(/<a ([^>]*)>([^<]+)</g)].map(([, attributes = "", label]) => {
    const mark = /aria-current="page"/.test(attributes) ? "*" : /aria-current/.test(attributes) ? ">" : "";
    return `${mark}${label} ${/href="([^"]+)"/.exec(attributes)?.[1]}`;
  });
}

test("a screen is listed under its group, with the group's other screens", () => {
  expect(linksAt("/dashboard/Scheduled")).toEqual([
    ...["Overview /dashboard", ">Fleet /dashboard/nodes", "Marketing /dashboard/marketing"],
    ...["Nodes /dashboard/nodes", "*Scheduled /dashboard/scheduled"],
  ]);
});

test("a page below a screen marks that screen, and not one whose name merely begins like it", () => {
  const marked = (location: string) => linksAt(location).filter((link) => /^[*>]/.test(link));
  const fleet = ">Fleet /dashboard/nodes";
  expect(marked("/dashboard/scheduled/rules")).toEqual([fleet, ">Scheduled /dashboard/scheduled"]);
  expect(marked("/dashboard/scheduled/rules/7")).toEqual([fleet, ">Scheduled /dashboard/scheduled"]);
  expect(marked("/dashboard/scheduledness")).toEqual([]);
});

test("the overview shows the groups; one with a single screen has that screen's name", () => {
  expect(linksAt("/dashboard")).toEqual([
    ...["*Overview /dashboard", "Fleet /dashboard/nodes", "Marketing /dashboard/marketing"],
  ]);
});

test("screens reached from a group belong to it, unless they have the name of another", () => {
  expect(linksAt("/users/view/7", [USERS, MARKETING])).toEqual([
    ...["Overview /dashboard", "Fleet /dashboard/nodes", ">Customers /dashboard/users"],
    ...["Users /dashboard/users", "Marketing /dashboard/marketing"],
  ]);
  expect(linksAt("/users/view/7").filter((link) => /^[*>]/.test(link))).toEqual([]);
});

test("a screen stays the current one when its address names days, which the links beside it keep", () => {
  expect(linksAt("/dashboard/marketing?range=90&code=X", [USERS, MARKETING]).slice(3)).toEqual([
    "Users /dashboard/users?range=90",
    "*Marketing /dashboard/marketing?range=90",
  ]);
});
