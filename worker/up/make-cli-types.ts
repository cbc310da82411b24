// First step of `npm run lint`: creates the command line's types from the document of /openapi.json. Only the type
// check reads them: Bun and the build omit types.
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { declaredPaths } from "~/platform/http/api-route.server";
import { describe } from "~/platform/http/openapi/document.server";
import { jsonPaths } from "~/routes.js";

await Promise.all(jsonPaths.map(({ file }) => import(`../../app/${file}`)));
const types = await openapiTS(describe(declaredPaths) as unknown as OpenAPI3);
await Bun.write(`${import.meta.dirname}/../cli/generated/api.d.ts`, astToString(types));
