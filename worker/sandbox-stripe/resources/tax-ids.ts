import type Stripe from "stripe";
import { onDemand } from "../wire/render";
import { idOf } from "../wire/id-of";
import { wholeList } from "../wire/list";
import { run, type Runs } from "../wire/operation";
import { missing } from "../wire/stripe-error";

export const taxIds: Runs = {
  "Customers.createTaxId": run<Stripe.CustomerCreateTaxIdParams>((sandbox, { type, value }, { id }) => {
    sandbox.store.need("customer", id);
    const made = sandbox.add("tax_id", {
      customer: id,
      country: value.slice(0, 2).toUpperCase(),
      type,
      value,
      owner: { type: "customer", customer: id, customer_account: null },
      verification: { status: "unavailable", verified_address: null, verified_name: null },
    });
    sandbox.emit("customer.tax_id.created", made);
    return made;
  }),

  "Customers.deleteTaxId": run((sandbox, _params, { customerId, id }) => {
    const found = sandbox.store.need("tax_id", id);
    if (idOf(found.customer) !== customerId) throw missing("tax_id", id);
    sandbox.emit("customer.tax_id.deleted", found);
    sandbox.store.remove(found);
    return { id, object: "tax_id", deleted: true };
  }),
};

onDemand("customer", "tax_ids", (store, id) =>
  wholeList(
    store.all("tax_id").filter(({ customer }) => idOf(customer) === id),
    `/v1/customers/${id}/tax_ids`,
  ),
);
