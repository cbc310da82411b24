// GET /openapi.json: this interface as OpenAPI 3.1.
import { apiRoute, declaredPaths, operation } from "~/http/api-route.server";
import { describe } from "~/http/openapi.server";

export const { loader, action } = apiRoute("/openapi.json", {
  GET: operation({
    purpose: "This interface as OpenAPI 3.1",
    credentials: ["P"],
    ours: true,
    run: async () => Response.json(describe(declaredPaths)),
  }),
});
