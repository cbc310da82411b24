import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { page } from "../wire/list";
import { run, type Runs } from "../wire/operation";
import { missing, refuse } from "../wire/stripe-error";

const PAST_MAX_SECONDS = 35 * 24 * 3600;
const FUTURE_MAX_SECONDS = 5 * 60;
/** Time for which an identifier is remembered. */
const IDENTIFIER_SECONDS = 24 * 3600;

export const meters: Runs = {
  "BillingMeters.create": run<Stripe.Billing.MeterCreateParams>((sandbox, params) => {
    const { event_name, display_name, default_aggregation } = params;
    const known = sandbox.store.all("billing.meter").some((one) => one.event_name === event_name);
    if (known)
      refuse(`An active meter with event name '${event_name}' exists already.`, {
        code: "archived_meter_event_name_in_use",
        param: "event_name",
      });
    return sandbox.add("billing.meter", {
      event_name,
      display_name,
      default_aggregation,
      status: "active",
      updated: sandbox.clock.now(),
      customer_mapping: {
        event_payload_key: params.customer_mapping?.event_payload_key ?? "stripe_customer_id",
        type: "by_id",
      },
      event_time_window: params.event_time_window ?? null,
      value_settings: { event_payload_key: params.value_settings?.event_payload_key ?? "value" },
    });
  }),

  "BillingMeters.list": run<Stripe.Billing.MeterListParams>(({ store }, params) => {
    const wanted = store.all("billing.meter").filter(({ status }) => !params.status || status === params.status);
    return page(wanted, params, "/v1/billing/meters");
  }),

  "BillingMeterEvents.create": run<Stripe.Billing.MeterEventCreateParams>((sandbox, params) => {
    const { event_name, payload } = params;
    const now = sandbox.clock.now();
    const { identifier = sandbox.nextId("x").slice(2), timestamp = now } = params;
    const meter = sandbox.store.all("billing.meter").find((one) => one.event_name === event_name);
    if (!meter) throw missing("billing meter for event name", event_name, "event_name");
    if (timestamp < now - PAST_MAX_SECONDS)
      refuse("The timestamp must be within the past 35 days.", {
        code: "timestamp_too_far_in_past",
        param: "timestamp",
      });
    if (timestamp > now + FUTURE_MAX_SECONDS)
      refuse("The timestamp must be no more than 5 minutes in the future.", {
        code: "timestamp_in_future",
        param: "timestamp",
      });
    addMeterEvent(sandbox, meter, { identifier, timestamp, payload });
    return {
      object: "billing.meter_event",
      created: now,
      event_name,
      identifier,
      livemode: false,
      payload,
      timestamp,
    };
  }),
};

function addMeterEvent(
  { store, clock }: Sandbox,
  meter: Kinds["billing.meter"],
  given: { identifier: string; timestamp: number; payload: Record<string, string> },
): void {
  const { identifier, timestamp, payload } = given;
  const customer = payload[meter.customer_mapping.event_payload_key] ?? "";
  const text = payload[meter.value_settings.event_payload_key] ?? "";
  store.need("customer", customer, `payload[${meter.customer_mapping.event_payload_key}]`);
  if (!/^-?\d+(\.\d{1,12})?$/.test(text))
    refuse(`Invalid value for the meter: '${text}'`, {
      code: "meter_event_invalid_value",
      param: "payload[value]",
    });
  const id = idOfEvent(meter.event_name, identifier);
  const before = store.find("_meter_event", id);
  if (before && before.created > clock.now() - IDENTIFIER_SECONDS)
    refuse(`An event already exists with identifier ${identifier}.`, {
      code: "duplicate_meter_event",
      param: "identifier",
    });
  store.save({
    id: before ? `${id}:${clock.now()}` : id,
    object: "_meter_event",
    customer,
    created: clock.now(),
    event_name: meter.event_name,
    timestamp,
    value: Number(text),
  });
}

function idOfEvent(eventName: string, identifier: string): string {
  return `meter_event:${eventName}:${identifier}`;
}
