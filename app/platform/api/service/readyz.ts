// GET /readyz: whether the database answers and every job of the pool ticks.
import { Refusal } from "~/platform/refusal";
import { findUnready } from "~/platform/http/readiness.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("service/readyz", {
  GET: operation({
    purpose: "Whether the database responds and every tick of the worker runs on time",
    credentials: ["P"],
    ours: true,
    unlimited: true,
    run: async () => {
      const unready = await findUnready();
      if (unready) throw new Refusal(`not ready: ${unready}`, { retcode: "FAILED", status: 503 });
      return {};
    },
  }),
});
