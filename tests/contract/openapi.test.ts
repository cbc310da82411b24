import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { declaredPaths } from "~/platform/http/api-route.server";
import { answerExample } from "~/platform/http/openapi/responses.server";
import { exampleOf } from "~/platform/http/openapi/example.server";
import type { JsonSchema } from "~/platform/http/openapi/json-schema.server";
import { call, read } from "./support/call";
import { readDocument } from "./support/described";
import { OpenApi } from "./support/openapi-31";

type Document = z.output<typeof OpenApi>;
let document: Document;
const operations: { name: string; operation: NonNullable<Document["paths"][string]["get"]> }[] = [];

beforeAll(async () => {
  await readDocument();
  document = OpenApi.parse(await read(await call("/openapi.json")));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation) operations.push({ name: `${method.toUpperCase()} ${path}`, operation });
    }
  }
});

describe("/openapi.json", () => {
  test("has no errors or warnings of a linter, and its examples fit their schemas", async () => {
    const rules = Object.fromEntries(STRICT.map((rule) => [rule, "error" as const]));
    const config = await createConfig({ extends: ["recommended"], rules });
    const source = JSON.stringify(await read(await call("/openapi.json")));
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  test("has the structure of OpenAPI 3.1, and each name once", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { operation } of operations) for (const tag of operation.tags) expect(tags).toContain(tag);
  });

  test("has no dangling references", () => {
    const names = new Set<string>();
    JSON.stringify(document, (key, value: unknown) => {
      if (key === "$ref" && typeof value === "string") names.add(value);
      return value;
    });
    expect(names.size).toBeGreaterThan(5);
    for (const name of names) {
      const [, , kind = "", entry = ""] = name.split("/");
      expect(document.components[kind as keyof Document["components"]], name).toHaveProperty(entry);
    }
  });

  test("names a parameter for each segment in braces, and only those", () => {
    for (const { name, operation } of operations) {
      const inPath = operation.parameters.filter((one) => one.in === "path").map((one) => one.name);
      const braces = [...name.matchAll(/\{(\w+)\}/g)].map(([, segment]) => segment);
      expect([name, inPath]).toEqual([name, braces]);
    }
  });

  test("describes every field: in the schema or in app/platform/http/openapi/words", () => {
    const silent = operations.flatMap(({ name, operation }) =>
      schemasOf(operation).flatMap((schema) => undescribedFields(schema).map((field) => `${name}: ${field}`)),
    );
    expect([...new Set(silent)]).toEqual([]);
  });

  test("describes the answer of every path that has one", () => {
    for (const [path, methods] of declaredPaths) {
      for (const [method, { answer, media }] of Object.entries(methods)) {
        const bare = ["/healthz", "/readyz"].includes(path);
        expect([path, method, Boolean(answer ?? media)]).toEqual([path, method, !bare]);
      }
    }
  });

  test("has examples that its own schemas accept", () => {
    for (const [path, methods] of declaredPaths) {
      for (const [method, operation] of Object.entries(methods)) {
        const { answer, input, example } = operation;
        const name = `${method} ${path}`;
        if (answer) expect([name, faults(answer, answerExample(operation))]).toEqual([name, []]);
        if (input instanceof z.ZodType && example?.input) {
          expect([name, faults(input, example.input)]).toEqual([name, []]);
        }
      }
    }
  });

  test("lists the limits and messages of POST /v1/reserve", () => {
    const reserve = document.paths["/v1/reserve"]?.post;
    const text = JSON.stringify(reserve);
    for (const id of ["M15", "M20", "M27", "M36"]) expect(text).toContain(`"${id}"`);
    expect(text).toContain("Unknown GPU type {gpu_type}.");
    expect(Object.keys(reserve?.responses ?? {})).toEqual("200 400 401 403 413 415 429 500 503".split(" "));
    const body = reserve?.requestBody?.content["application/json"]?.schema as JsonSchema;
    expect(body.properties?.["gpu_min"]).toMatchObject({ type: "integer", enum: [1, 2, 4, 8, 16, 32, 64] });
    expect(body.properties?.["task_name"]).toMatchObject({ type: "string", maxLength: 63 });
    expect(exampleOf(body.properties?.["gpu_type"] ?? {})).toBe("a5000");
    expect(body.required).toEqual(["task_name", "gpu_type", "gpu_min"]);
    expect(reserve?.requestBody?.required).toBe(true);
    expect(body.properties?.["account"]?.description).toContain("tenant_name of the account");
    const names = reserve?.parameters.map(({ in: place, name }) => [place, name]);
    expect(names).toEqual([["header", "Idempotency-Key"]]);
  });

  test("lists both reasons of 429 for POST /v1/usage, and only there", () => {
    const responses = document.paths["/v1/usage"]?.post?.responses as Record<number, object>;
    expect(Object.keys(responses)).toContain("429");
    for (const id of ["M08", "M885", "Retry-After"]) expect(JSON.stringify(responses[429])).toContain(`"${id}"`);
    expect(JSON.stringify(document.components)).not.toContain("M885");
  });
});

/** Rules in addition to the recommended ones. */
const STRICT = [
  ...["no-invalid-media-type-examples", "no-invalid-parameter-examples", "no-invalid-schema-examples"],
  ...["operation-description", "tag-description", "no-duplicated-tag-names", "operation-singular-tag"],
];

function faults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error ? [z.prettifyError(error)] : [];
}

function schemasOf(operation: (typeof operations)[number]["operation"]): JsonSchema[] {
  const bodies = Object.values(operation.requestBody?.content ?? {});
  const answers = Object.values(operation.responses).flatMap((one) =>
    "content" in one ? Object.values(one.content ?? {}) : [],
  );
  const parameters = operation.parameters.map(({ name, schema }) => ({ properties: { [name]: schema } }));
  return [...parameters, ...[...bodies, ...answers].map(({ schema }) => schema)] as JsonSchema[];
}

/** Fields without a meaning; members of a documented map or list explain themselves too. */
function undescribedFields({ properties = {}, items, anyOf = [], additionalProperties }: JsonSchema): string[] {
  const inner = [
    ...Object.values(properties),
    ...anyOf,
    ...(items ? [items] : []),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
  ];
  const silent = Object.entries(properties)
    .filter(([, one]) => one.description === undefined && !one.properties && !one.items && !hasMembers(one))
    .map(([name]) => name);
  return [...silent, ...inner.flatMap(undescribedFields)];
}

/** A map whose members are objects. */
function hasMembers({ additionalProperties }: JsonSchema): boolean {
  return typeof additionalProperties === "object" && additionalProperties.properties !== undefined;
}
