import type Stripe from "stripe";
import { page } from "../wire/list";
import { run, type Runs } from "../wire/operation";

export const events: Runs = {
  "Events.list": run<Stripe.EventListParams>(({ store }, params) => {
    const { type, types } = params;
    const wanted = store
      .all("event")
      .filter((event) => type === undefined || event.type === type || matches(type, event.type))
      .filter((event) => types === undefined || types.includes(event.type));
    return page(wanted, params, "/v1/events");
  }),
};

/** "charge.*" matches all types with that prefix. */
function matches(pattern: string, type: string): boolean {
  return pattern.endsWith("*") && type.startsWith(pattern.slice(0, -1));
}
