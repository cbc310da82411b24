import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { startRolling } from "~/fleet/inside/nodes/rolling/start-rolling.server";
import { db } from "~/platform/db.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { screens } from "~/routes.js";
import { loadRoute } from "../../../contract/support/load-route";
import { readCsv } from "../../../support/csv";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { get } from "../../../accounts/database/screens/visit";
import { aRehearsal, PERIOD } from "../../../rehearsal/database/rehearsals";
import { type Staff, theStaff } from "./staff";

/** Screens whose lists are not files, and why. */
const WITHOUT: Record<string, string> = {
  "/dashboard/user-info": "a search that is counted; the same people are a file of /dashboard/users",
  "/dashboard/search": "a list of links to things of many kinds, the best of each",
  "/dashboard/maintenance/new": "a form; the plan that it makes is a file",
  "/dashboard/rehearsal": "a list of links, the result of each is a file; and a forecast, which is in JSON",
  "/dashboard/user-metering": "a form that leads to a user's own",
  "/users/view-as/:tenantName": "a form, no table",
  "/dashboard/alerts/rules/:ruleId": "a form, no table",
  "/dashboard/faq": "texts to be edited, no table",
  "/dashboard/inbox/:id": "messages of one conversation, no table",
  "/dashboard/inbox-answers": "texts to be edited, no table",
  "/dashboard/faq/:id/history": "versions of one text to be compared, no table",
};
/** Screens whose tables come from another folder. */
const FOLDERS: Record<string, string> = { "user-by-id": "user", "user-by-tenant": "user" };

const rows = screens.filter(({ audience }) => audience === "operator");
const withFile = rows.filter(({ url }) => !Object.hasOwn(WITHOUT, url));
let staff: Staff;
let values: Record<string, string>;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  const { userId, tenantName } = staff.tenant;
  const { nodeName } = await aNode();
  const operator = await aTenant({ role: "operator", dollars: 0 });
  const { id: rollingId } = await startRolling({
    ...{
      name: "Rack R7",
      nodeNames: [nodeName],
      emptyBy: new Date(Date.now() + 86_400_000),
      atOnce: 1,
      stayMinutes: null,
    },
    ...{ upgrade: false, note: "", userId: operator.userId, requestId: "test", now: new Date() },
  });
  const rehearsalId = await aRehearsal(operator.userId, { source: PERIOD });
  const [alert] = await db.query<{ id: number }>(
    `insert into alert (rule_id, rule_name, figure, severity, opened_at)
     select id, name, figure, severity, now() from alert_rule where figure = 'node.dead' returning id`,
  );
  values = {
    id: String(userId),
    tenantName,
    nodeName,
    clusterName: "fra1",
    user: tenantName,
    rehearsalId: String(rehearsalId),
    rollingId: String(rollingId),
    alertId: String(alert?.id),
  };
});

/** The file that a screen returns in its place; null if it shows itself or refuses. */
async function fileOf(url: string, file: string, table?: string): Promise<Response | null> {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const args = get(staff.admin, `${path}?format=csv${table ? `&table=${table}` : ""}`, values);
  const { loader } = await loadRoute(file);
  await loader(args).catch((thrown: unknown) => {
    if (!(thrown instanceof Response)) throw thrown;
  });
  return factsOf(args).file ?? null;
}

/** The names of the tables that a screen links to. */
function linkedTables(file: string): string[] {
  const folder = dirname(file).replace(/[^/]+$/, (name) => FOLDERS[name] ?? name);
  const path = fileURLToPath(new URL(`../../../../app/${folder}/`, import.meta.url));
  const sources = readdirSync(path).filter((name) => name.endsWith(".tsx"));
  const text = sources.map((name) => readFileSync(path + name, "utf8")).join("\n");
  return [...text.matchAll(/<CsvLink\s+table="([^"]+)"/g)].map(([, table]) => table ?? "");
}

describe("Every table of the operators' screens is a file too (?format=csv)", () => {
  test.each(withFile)("$url", async ({ url, file }) => {
    for (const table of [undefined, ...linkedTables(file)]) {
      const sent = await fileOf(url, file, table);
      if (!sent) throw new Error(`${url}, table ${table ?? "1"}: no file; call csvInstead, or say in WITHOUT why not`);
      expect(sent.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
      expect(sent.headers.get("Content-Disposition")).toMatch(/filename="?millrace-[\w-]+\.csv/);
      const text = await sent.text();
      expect(() => readCsv(text)).not.toThrow();
      expect(text.split("\r\n")[0]).toMatch(/\w/);
    }
  });

  test.each(Object.keys(WITHOUT))("%s shows no file, and is still a screen", async (url) => {
    const row = rows.find((one) => one.url === url);
    if (!row) throw new Error(`${url} is no operator screen any more`);
    expect(await fileOf(url, row.file)).toBeNull();
  });
});
