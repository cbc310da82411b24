import type Stripe from "stripe";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";
import { addPrice, addProduct } from "./add-price";

export const products: Runs = {
  "Products.create": run<Stripe.ProductCreateParams>((sandbox, params) => {
    if (params.id && sandbox.store.find("product", params.id))
      refuse("Product already exists.", { code: "resource_already_exists", param: "id" });
    const product = addProduct(sandbox, params);
    sandbox.emit("product.created", product);
    return product;
  }),
};

export const prices: Runs = {
  "Prices.create": run<Stripe.PriceCreateParams>((sandbox, params) => {
    const { lookup_key: key, recurring } = params;
    if (params.billing_scheme === "tiered") refuse("The sandbox knows no tiers.", { param: "billing_scheme" });
    if (recurring?.usage_type === "metered" && !recurring.meter)
      refuse("Metered prices must be backed by meters.", {
        code: "parameter_missing",
        param: "recurring[meter]",
      });
    if (recurring?.meter) sandbox.store.need("billing.meter", recurring.meter, "recurring[meter]");
    const before = key === undefined ? undefined : sandbox.store.all("price").find((one) => one.lookup_key === key);
    if (before && !params.transfer_lookup_key)
      refuse(`A price (\`${before.id}\`) already uses that lookup key.`, { param: "lookup_key" });
    if (before) sandbox.store.change(before, { lookup_key: null });
    const price = addPrice(sandbox, params);
    sandbox.emit("price.created", price);
    return price;
  }),

  "Prices.update": run<Stripe.PriceUpdateParams>((sandbox, params, { id }) => {
    const price = sandbox.store.need("price", id);
    sandbox.store.change(price, {
      metadata: metadata(params.metadata, price.metadata),
      ...(params.active === undefined ? {} : { active: params.active }),
      ...(params.nickname === undefined ? {} : { nickname: params.nickname || null }),
      ...(params.lookup_key === undefined ? {} : { lookup_key: params.lookup_key || null }),
    });
    sandbox.emit("price.updated", price);
    return price;
  }),

  "Prices.list": run<Stripe.PriceListParams>(({ store }, params) => {
    const { active, lookup_keys: keys, product, type } = params;
    const wanted = store
      .all("price")
      .filter((one) => active === undefined || one.active === active)
      .filter((one) => keys === undefined || keys.includes(one.lookup_key ?? ""))
      .filter((one) => product === undefined || idOf(one.product) === product)
      .filter((one) => type === undefined || one.type === type);
    return page(wanted, params, "/v1/prices");
  }),
};
