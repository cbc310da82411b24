import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { expect, test } from "vitest";
import { PATHS_USED } from "../../worker/cli/api/paths-used";
import { readDocument } from "./support/described";

const FILE = "../../worker/cli/generated/api.d.ts";

/** After a change of such a path: `npx vitest run --project database tests/contract/cli-types.test.ts -u`, then `npm run lint`. */
test("the command line's types are those of /openapi.json", async () => {
  const { paths, webhooks: _, ...rest } = await readDocument();
  const used = Object.fromEntries(PATHS_USED.map((path) => [path, paths[path]]));
  expect(Object.entries(used).filter(([, operations]) => operations === undefined)).toEqual([]);
  const document = withoutWords({ ...rest, paths: used }) as OpenAPI3;
  await expect(astToString(await openapiTS(document))).toMatchFileSnapshot(FILE);
});

/** What is said about a field does not change its type: another word for it leaves the file as it is. */
function withoutWords(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document), (name, value: unknown) => {
    const isWord = ["description", "summary"].includes(name) && typeof value === "string";
    return isWord || name === "example" || name === "examples" ? undefined : value;
  });
}
