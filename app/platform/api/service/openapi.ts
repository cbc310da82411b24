// GET /openapi.json: this interface as OpenAPI 3.1.
import { apiRoute, declaredPaths, operation } from "~/platform/http/api-route.server";
import { describe } from "~/platform/http/openapi/document.server";

export const { loader, action } = apiRoute("service/openapi", {
  GET: operation({
    purpose: "This interface as OpenAPI 3.1",
    credentials: ["P"],
    ours: true,
    media: "application/json",
    run: async () => Response.json(describe(declaredPaths)),
  }),
});
