import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "~/platform/env.server";
import { readRootData } from "~/platform/http/root-data.server";
import { screens } from "~/routes.js";
import { loadRoute, type RouteModule } from "../../../contract/support/load-route";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { type Staff, theStaff } from "./staff";
import { get } from "../../../accounts/database/screens/visit";
import { enqueue, occupy } from "../../../compute/database/capacity/reserving";

/** Time limit of a page while its tables are locked: the wait for them, and the page itself. */
const WITHIN_MS = 9_000;

let staff: Staff;
let waiting: string;
let locker: pg.Client;

beforeAll(async () => {
  for (const { file } of rows) {
    const { loader } = await loadRoute(file);
    if (loader) loaders.set(file, loader);
  }
  await theCatalogue();
  staff = await theStaff();
  await occupy(await aTenant(), await aNode(), 8);
  waiting = (await enqueue(staff.tenant, { task_name: "waits", gpu_min: 1 })).resv_guid;
  locker = new pg.Client({ connectionString: env.DATABASE_URL });
  await locker.connect();
  await locker.query("begin");
  await locker.query(
    "lock table ledger_account, ledger_transaction, ledger_entry, ledger_day, ledger_hour in access exclusive mode",
  );
});
afterAll(async () => {
  await locker.query("rollback");
  await locker.end();
});

const rows = screens.filter(
  ({ audience, url }) => audience !== "public" && (!url.includes(":") || url === "/tasks/:resvGuid"),
);
const loaders = new Map<string, RouteModule["loader"]>();

describe("While the ledger's tables are locked, pages are shown after some seconds, parts of them in words", () => {
  it("what every page has", async () => {
    const { data } = await readRootData(get(staff.customer, "/tasks"));
    expect(data).toMatchObject({ viewer: { memberRole: "owner" }, money: null });
  });

  // Each waits for itself, so that several can wait at once; their modules are loaded before.
  it.concurrent.each(rows)("$url", async ({ url, file, audience }) => {
    const loader = loaders.get(file);
    if (!loader) return;
    const startedMs = performance.now();
    const visit = audience === "operator" ? staff.admin : staff.customer;
    const shown: unknown = await Promise.resolve(loader(get(visit, url, { resvGuid: waiting }))).catch(
      (error: unknown) => error,
    );
    const tookMs = performance.now() - startedMs;
    expect(tookMs).toBeLessThan(WITHIN_MS);
    if (shown instanceof Error) throw shown;
  });
});
