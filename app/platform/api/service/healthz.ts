// GET /healthz: whether this process answers.
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("service/healthz", {
  GET: operation({
    purpose: "Whether this process responds",
    credentials: ["P"],
    ours: true,
    unlimited: true,
    run: async () => ({}),
  }),
});
