import type Stripe from "stripe";
import { blank } from "../wire/blank";
import { run, type Runs } from "../wire/operation";

export const billingPortal: Runs = {
  "BillingPortalSessions.create": run<Stripe.BillingPortal.SessionCreateParams>((sandbox, params) => {
    const customer = sandbox.store.need("customer", params.customer, "customer").id;
    const query = new URLSearchParams(params.return_url ? { return_url: params.return_url } : {});
    return blank<Stripe.BillingPortal.Session>("BillingPortal.Session", {
      id: sandbox.nextId("bps"),
      configuration: "bpc_sandbox",
      created: sandbox.clock.now(),
      customer,
      return_url: params.return_url ?? null,
      url: `${sandbox.origin}/portal/${customer}?${query.toString()}`,
    });
  }),
};
