import { db } from "~/platform/db.server";
import { screenAddresses } from "../../support/screen-addresses";

/** Addresses that cost more than the plain screens. */
const ASKED = [
  "/dashboard?range=90",
  "/dashboard/nodes?page=10",
  "/dashboard/nodes?view=cards",
  "/dashboard/nodes?q=fleet-tenant-77&sort=-used",
  "/dashboard/users?q=anna&sort=spend",
  "/dashboard/users?q=kowalski&page=100",
  "/dashboard/users?debt=1",
  "/dashboard/users?pro=schmidt",
  "/dashboard/user-info?q=anna.schmidt99",
  "/dashboard/user-info?q=anna&by_name=1",
  "/dashboard/marketing?range=90&code=CODE-7&redemptions=3",
  "/dashboard/workspaces?q=anna",
  "/dashboard/workspaces?sort=activity&page=100",
  "/dashboard/sources?start_date=2000-01-01",
  "/dashboard/statistics?start_date=2000-01-01",
  "/dashboard/search?q=kowalski",
  "/dashboard/search?q=experiment-12",
  "/dashboard/audit?action=node.drain",
  "/dashboard/reports?range=12-months&split=cluster",
  "/dashboard/reports?report=customers&range=12-months",
  "/dashboard/reports?report=customers&order=change",
  "/dashboard/reports?report=gpus&range=12-months",
  "/dashboard/reports?report=coins",
  "/dashboard/reports?report=sign-ups",
];

/** Segments of screens for which the bench has no rows. */
const NOT_FILLED = ["clusterName", "rollingId", "alertId", "ruleId", "rehearsalId", "user"];

/** Every operator screen, for a busy tenant and node, and some of them with longer filters. */
export async function operatorAddresses(): Promise<string[]> {
  const [named] = await db.query<{ id: number; tenantName: string; section: number; nodeName: string }>(
    `select u.id, t.tenant_name as "tenantName", (select min(id) from faq_section) as section,
       (select node_name from node order by id offset 500 limit 1) as "nodeName"
     from tenant t join user_account u on u.tenant_id = t.id where t.id = 1`,
  );
  if (!named) throw new Error("nobody is there to look at");
  const { section, ...values } = named;
  const paths = plainAddresses(values).map((path) =>
    path.endsWith("/history") ? `/dashboard/faq/${section}/history` : path,
  );
  return [...paths, ...ASKED].sort();
}

/** The operator screens with these values in their addresses. */
export function plainAddresses(values: Record<"id" | "tenantName" | "nodeName", string | number>): string[] {
  return screenAddresses("operator", { values, without: NOT_FILLED }).map(({ path }) => path);
}
