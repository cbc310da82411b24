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

  "Products.retrieve": run(({ store }, _params, { id }) => store.need("product", id)),

  "Products.update": run<Stripe.ProductUpdateParams>((sandbox, params, { id }) => {
    const product = sandbox.store.need("product", id);
    sandbox.store.change(product, {
      metadata: metadata(params.metadata, product.metadata),
      ...(params.name === undefined ? {} : { name: params.name }),
      ...(params.active === undefined ? {} : { active: params.active }),
      ...(params.description === undefined ? {} : { description: params.description || null }),
      ...(params.default_price === undefined ? {} : { default_price: params.default_price }),
      updated: sandbox.clock.now(),
    });
    sandbox.emit("product.updated", product);
    return product;
  }),

  "Products.list": run<Stripe.ProductListParams>(({ store }, params) => {
    const { active, ids } = params;
    const wanted = store
      .all("product")
      .filter((one) => active === undefined || one.active === active)
      .filter((one) => ids === undefined || ids.includes(one.id));
    return page(wanted, params, "/v1/products");
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

  "Prices.retrieve": run(({ store }, _params, { id }) => store.need("price", id)),

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
