import { expect, test } from "vitest";
import { M } from "~/messages";
import { jsonPaths } from "~/routes.js";
import { seedTemplates } from "../../prisma/seed-templates";
import { theCatalogue } from "../support/world";
import { call, read } from "./support/call";
import { loadRoute } from "./support/load-route";
import { aPerson } from "./support/people";
import { succeeds } from "./support/success";

test("a tenant's template is created, read, changed and deleted", async () => {
  const environment = [
    { name: "MODEL", value: "small", secret: false },
    { name: "TOKEN", value: "hf_secret", secret: true },
  ];
  await theCatalogue();
  for (const { file } of jsonPaths) if (file.includes("/volumes/")) await loadRoute(file);
  await seedTemplates({ now: new Date() });
  const key = { key: (await aPerson()).apiKey };
  const path = "/v1/templates/notebook";
  const json = { name: "notebook", image: "jupyterlab", environment, http_ports: [8888] };
  const made = await succeeds("POST /v1/templates", { ...key, json });
  expect(made).toMatchObject({ template: { environment: [environment[0], { ...environment[1], value: null }] } });
  await succeeds("PATCH /v1/templates/:template", { ...key, json: { http_ports: "8888, 6006" } }, path);
  const changed = await succeeds("GET /v1/templates/:template", key, path);
  const { template_id: id } = (made as { template: { template_id: string } }).template;
  expect(changed).toEqual({
    ...(made as object),
    template: { ...(made as { template: object }).template, http_ports: [6006, 8888] },
  });
  expect(await succeeds("GET /v1/templates/:template", key, `/v1/templates/${id}`)).toEqual(changed);
  const refused = await call("/v1/templates", { ...key, json: { ...json, name: "other", image: "ghcr.io/a/b:1" } });
  expect([refused.status, await read(refused)]).toMatchObject([422, { human_readable_message: M.ownImagesNotAllowed }]);
  await succeeds("DELETE /v1/templates/:template", key, `/v1/templates/${id}`);
  expect((await call(path, key)).status).toBe(404);
  expect((await call("/v1/templates/vllm", { ...key, method: "DELETE" })).status).toBe(404);
});
