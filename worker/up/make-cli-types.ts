// `npm run lint` begins with it: the command line's types, from the document that /openapi.json answers with. Only the
// check of types reads them: Bun and the build leave types out.
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { declaredPaths } from "~/platform/http/api-route.server";
import { describe } from "~/platform/http/openapi/document.server";
import { jsonPaths } from "~/routes.js";

await Promise.all(jsonPaths.map(({ file }) => import(`../../app/${file}`)));
const types = await openapiTS(describe(declaredPaths) as unknown as OpenAPI3);
await Bun.write(`${import.meta.dirname}/../cli/generated/api.d.ts`, astToString(types));
