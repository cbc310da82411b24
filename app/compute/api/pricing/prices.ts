// GET /v1/prices: cents per GPU-hour by GPU type.
import { z } from "zod";
import { readPrices } from "~/compute/read-prices.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("pricing/prices", {
  GET: operation({
    purpose: "Cents per GPU-hour by GPU type",
    credentials: ["P", "K", "S"],
    tool: { name: "list_prices" },
    answer: z.object({ prices: z.record(z.string(), z.int()) }),
    run: async () => ({ prices: await readPrices() }),
  }),
});
