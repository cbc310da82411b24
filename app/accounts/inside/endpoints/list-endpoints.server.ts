import { prisma } from "~/platform/db.server";
import { M } from "~/platform/messages";
import { Refusal } from "~/platform/refusal";
import type { WebhookEndpoint } from "~/generated/prisma/client";
import type { EndpointRow } from "./endpoint-row";

/** A tenant's endpoints, oldest first. */
export async function listEndpoints({ tenantId, now }: { tenantId: number; now: Date }): Promise<EndpointRow[]> {
  const rows = await prisma.webhookEndpoint.findMany({
    where: { tenantId, state: { not: "deleted" } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => toRow(row, now));
}

/** One endpoint of the tenant; null for another tenant's. */
export async function readEndpoint(asked: { tenantId: number; endpointId: string; now: Date }): Promise<EndpointRow> {
  const { tenantId, endpointId, now } = asked;
  const row = await prisma.webhookEndpoint.findFirst({
    where: { id: endpointId, tenantId, state: { not: "deleted" } },
  });
  if (!row) throw new Refusal(M.notFound, { status: 404 });
  return toRow(row, now);
}

function toRow(row: WebhookEndpoint, now: Date): EndpointRow {
  const oldUntil = row.oldSecretUntil && row.oldSecretUntil > now ? row.oldSecretUntil : null;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    event_types: row.eventTypes as EndpointRow["event_types"],
    state: row.state as EndpointRow["state"],
    failing_ts: epoch(row.failingSince),
    created_ts: epoch(row.createdAt),
    secret_ts: epoch(row.secretAt),
    old_secret_ts: epoch(oldUntil),
  };
}

function epoch(at: Date | null): number {
  return at ? Math.floor(at.getTime() / 1000) : 0;
}
