// GET /metrics: Prometheus text; 404 while no METRICS_TOKEN is set.
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { unauthorized } from "~/platform/unauthorized";
import { mayReadMetrics } from "~/platform/http/metrics-token.server";
import { clientNetworkOf } from "~/platform/http/request-facts.server";
import { scrape } from "~/platform/http/scrape.server";

export const { loader, action } = apiRoute("service/metrics", {
  GET: operation({
    purpose: "Figures in Prometheus text format 0.0.4",
    credentials: ["P"],
    ours: true,
    unlimited: true,
    statuses: [401, 404, 429],
    media: "text/plain; version=0.0.4",
    run: async ({ request, context, now }) => {
      if (!env.METRICS_TOKEN) throw new Refusal(M.notFound, { status: 404 });
      const may = await mayReadMetrics(request.headers.get("Authorization"), clientNetworkOf({ request, context }));
      if (!may) throw unauthorized();
      return new Response(await scrape(now), { headers: { "Content-Type": "text/plain; version=0.0.4" } });
    },
  }),
});
