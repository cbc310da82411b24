import { DELIVERY_STATES, listDeliveries } from "~/accounts/list-deliveries.server";
import { readEndpoint } from "~/accounts/inside/endpoints/list-endpoints.server";
import { Refusal } from "~/platform/refusal";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { endpointIdOf, placeOf } from "~/platform/http/schemas/webhook.server";

const PAGE = 25;

/** The `{endpointId}` of the URL; an invalid one is a 404. */
export function endpointIdInAddress(params: Readonly<Partial<Record<string, string>>>): string {
  return orPage(() => endpointIdOf(params));
}

/** Reads an endpoint of the tenant with the requested page of its deliveries. */
export async function readWebhook(asked: {
  tenantId: number;
  params: Readonly<Partial<Record<string, string>>>;
  search: URLSearchParams;
  now: Date;
}) {
  const { tenantId, params, search, now } = asked;
  const endpointId = endpointIdInAddress(params);
  const endpoint = await readEndpoint({ tenantId, endpointId, now }).catch((error: unknown) =>
    orPage(() => raise(error)),
  );
  const state = DELIVERY_STATES.find((one) => one === search.get("state")) ?? null;
  const before = placeOf(search.get("before"));
  const { rows, next } = await listDeliveries({ tenantId, endpointId, state, before, limit: PAGE });
  return { endpoint, state, rows, next, isFirst: before === null };
}

function raise(error: unknown): never {
  throw error;
}

function orPage<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) throw refusalPage(404, error.message);
    throw error;
  }
}
