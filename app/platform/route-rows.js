/** Builders of the rows in the modules' `routes.js`: the files of a module's screens and JSON paths follow from its name. */

/** @typedef {"public" | "customer" | "operator"} Audience */
/** The menus of the header, of the user and of the footer.
 * @typedef {"visitors" | "customers" | "staff" | "user" | "footer"} Menu */
/** The groups of the dashboard's navigation, in its order (A29).
 * @typedef {"Fleet" | "Rehearsal" | "Customers" | "Money" | "Models" | "Site"} DashboardGroup */
/** Facts about a screen. `group`: its group on the dashboard; for a screen without a label, the group that leads to it; `letter`: the key
 * that leads there after `g`; `menus`: the menus that offer it, each with its place in it.
 * @typedef {{ label?: string, group?: DashboardGroup,
 *   letter?: string, menus?: Partial<Record<Menu, number>> }} About */
/** @typedef {{ audience: Audience, url: string, folder: string, file: string } & About} Screen */
/** Subject of a folder of JSON paths: a part of the reference, and a tag of /openapi.json.
 * @typedef {{ folder: string, title: string, about: string }} Noun */
/** @typedef {{ url: string, file: string, noun: Noun }} JsonPath */

/** @type {readonly DashboardGroup[]} */
export const DASHBOARD_GROUPS = ["Fleet", "Rehearsal", "Customers", "Money", "Models", "Site"];

/** Returns the builders of a module's rows.
 * @param {string} module */
export function rowsOf(module) {
  /** @type {(audience: Audience) => (url: string, folder: string, about?: Partial<About>) => Screen} */
  const screensOf = (audience) => (url, folder, about) => ({
    ...{ audience, url, folder, file: `${module}/screens/${folder}/route.tsx` },
    ...about,
  });
  const forStaff = screensOf("operator");
  /** @type {(group: DashboardGroup) => (url: string, folder: string, label: string, letter?: string) => Screen} */
  const dashboard = (group) => (url, folder, label, letter) =>
    forStaff(`/dashboard/${url}`, folder, { group, label, letter });
  /** @type {(folder: string, title: string, about: string) => (url: string, name: string) => JsonPath} */
  const pathsOf = (folder, title, about) => {
    const noun = { folder, title, about };
    return (url, name) => ({ url, file: `${module}/api/${folder}/${name}.ts`, noun });
  };
  return { forAll: screensOf("public"), forCustomers: screensOf("customer"), forStaff, dashboard, pathsOf };
}
