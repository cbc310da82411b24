import { z } from "zod";
import { db } from "~/platform/db.server";
import { EVENT_TYPES } from "~/platform/event-types";
import { M } from "~/accounts/messages";
import { record, type Row, ts, tsOrZero } from "~/platform/record";
import { Refusal } from "~/platform/refusal";

/** A webhook endpoint as its owner sees it, alias `e`. */
export const ENDPOINT = record({
  id: { type: z.string(), means: ["Id of the endpoint", "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11"], sql: "e.id" },
  url: { type: z.string(), means: ["Where webhooks go", "https://example.com/hooks/millrace"], sql: "e.url" },
  description: { type: z.string(), means: ["Description by its owner", "Deploys"], sql: "e.description" },
  event_types: { type: z.array(z.enum(EVENT_TYPES)), sql: "e.event_types" },
  state: {
    type: z.enum(["on", "off", "gone", "failing"]),
    means: ["on; off: by its owner; gone: it returned 410; failing: it accepted nothing for five days"],
    // Deleted ones are not listed.
    sql: "case when e.state <> 'deleted' then e.state else 'off' end",
  },
  failing_ts: {
    type: z.int(),
    means: ["Since when it has accepted nothing, epoch seconds UTC; 0: it accepts", 0],
    sql: tsOrZero("e.failing_since"),
  },
  created_ts: {
    type: z.int(),
    means: ["When the endpoint was created, epoch seconds UTC", 1706707384],
    sql: ts("e.created_at"),
  },
  secret_ts: {
    type: z.int(),
    means: ["When its secret was created, epoch seconds UTC", 1706707384],
    sql: ts("e.secret_at"),
  },
  old_secret_ts: {
    type: z.int(),
    means: ["Until when the previous secret also signs, epoch seconds UTC; 0: it does not", 0],
    sql: tsOrZero("case when e.old_secret_until > $1 then e.old_secret_until end"),
  },
});
export type EndpointRow = Row<typeof ENDPOINT>;

/** Lists a tenant's endpoints, oldest first. */
export async function listEndpoints({ tenantId, now }: { tenantId: number; now: Date }): Promise<EndpointRow[]> {
  return await db.query<EndpointRow>(
    `select ${ENDPOINT.columns} from webhook_endpoint e where e.tenant_id = $2 and e.state <> 'deleted'
     order by e.created_at, e.id`,
    [now, tenantId],
  );
}

/** Reads one endpoint of the tenant. @throws Refusal M04 (404), also for another tenant's. */
export async function readEndpoint(asked: { tenantId: number; endpointId: string; now: Date }): Promise<EndpointRow> {
  const [row] = await db.query<EndpointRow>(
    `select ${ENDPOINT.columns} from webhook_endpoint e where e.id = $3 and e.tenant_id = $2 and e.state <> 'deleted'`,
    [asked.now, asked.tenantId, asked.endpointId],
  );
  if (!row) throw new Refusal(M.notFound, { status: 404 });
  return row;
}
