import pg from "pg";
import { inject } from "vitest";
import { databaseUrlOf } from "./launch-product";

export type DemoIds = Record<keyof typeof IDS, string | number>;

const OF_CUSTOMER = `tenant_id = (select tenant_id from user_account where email = 'customer@millrace.example')`;
const LAST_TASK = `from task where ${OF_CUSTOMER} and task_name = 'llama-lora-4'`;
const TENANT_OF_INVOICE = `from bank_invoice join tenant on tenant.id = tenant_id order by issued_at limit 1`;

/** What the addresses of screens name, by segment or by URL, and where the demo has it. */
const IDS = {
  resvGuid: `select resv_guid ${LAST_TASK}`,
  lineId: `select resv_guid ${LAST_TASK}`,
  month: `select to_char(finished_at at time zone 'UTC', 'YYYY-MM') ${LAST_TASK}`,
  endpointId: `select id from webhook_endpoint where ${OF_CUSTOMER} limit 1`,
  alertId: `select id from alert where acknowledged_at is not null order by id limit 1`,
  ruleId: `select rule_id from alert where acknowledged_at is not null order by id limit 1`,
  rehearsalId: `select id from rehearsal order by id limit 1`,
  rollingId: `select id from rolling_drain order by id limit 1`,
  tenantName: `select tenant_name ${TENANT_OF_INVOICE}`,
  "/users/view/:id": `select (select min(id) from user_account u where u.tenant_id = tenant.id) ${TENANT_OF_INVOICE}`,
  "/dashboard/inbox/:id": `select id from conversation where source = 'mail' order by id limit 1`,
  "/contact/:id": `select c.id from conversation c join user_account u on u.id = c.user_id
    where u.email = 'customer@millrace.example' order by c.id limit 1`,
  "/dashboard/faq/:id/history": `select min(id) from faq_section`,
  customerName: `select t.tenant_name from tenant t join user_account u on u.tenant_id = t.id where u.email = 'customer@millrace.example'`,
  invoiceId: `select invoice_id from bank_invoice where state = 'open' order by issued_at limit 1`,
  incidentTask: `select resv_guid from task_event where to_state = 'incident' order by at desc limit 1`,
  waitingConversation: `select id from conversation where waiting_since is not null order by id limit 1`,
  pastAlert: `select id from alert where resolved_at is not null order by id limit 1`,
};

/** Reads the ids of the demo's rows from the database of the copy that all files share. */
export async function readDemoIds(): Promise<DemoIds> {
  const client = new pg.Client({ connectionString: databaseUrlOf(inject("dataDir")) });
  await client.connect();
  try {
    const columns = Object.entries(IDS).map(([name, sql]) => `(${sql})::text as "${name}"`);
    const { rows } = await client.query<DemoIds>(`select ${columns.join(", ")}`);
    const [ids] = rows;
    const missing = Object.entries(ids ?? {}).flatMap(([name, value]) => (value === null ? [name] : []));
    if (!ids || missing.length > 0) throw new Error(`the demo has no ${missing.join(", ")}`);
    return ids;
  } finally {
    await client.end();
  }
}
