import { z } from "zod";

/** The parts of the OpenAPI 3.1 specification that our document uses, strictly: an unknown member is a fault. */
const reference = z.strictObject({
  $ref: z.string().regex(/^#\/components\/(schemas|responses|headers)\/\w+$/),
});
const schema = z.record(z.string(), z.unknown());
const example = z.strictObject({ summary: z.string().optional(), value: z.unknown() });
const media = z.strictObject({
  schema: z.union([reference, schema]),
  example: z.unknown().optional(),
  examples: z.record(z.string(), example).optional(),
});
const content = z.record(z.string().regex(/^[a-z]+\/[a-z0-9.+-]+(; version=[\d.]+)?$/), media);
const header = z.strictObject({ description: z.string().optional(), schema });
const headers = z.record(z.string(), z.union([reference, header]));
const response = z.strictObject({
  description: z.string().min(1),
  headers: headers.optional(),
  content: content.optional(),
});
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(["query", "header", "path", "cookie"]),
  required: z.boolean(),
  schema,
});
const operation = z.strictObject({
  operationId: z.string().min(1),
  tags: z.array(z.string()),
  summary: z.string().min(1),
  description: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  "x-scope": z.enum(["read", "tasks", "billing", "account"]).optional(),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.union([reference, response])),
});
const scheme = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("http"),
    scheme: z.literal("bearer"),
    description: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal("apiKey"),
    in: z.enum(["query", "header", "cookie"]),
    name: z.string(),
    description: z.string().optional(),
  }),
]);

export const OpenApi = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    summary: z.string().optional(),
    description: z.string().optional(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.url() })),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string().min(1) })),
  paths: z.record(
    z.string().startsWith("/"),
    z.strictObject({
      get: operation.optional(),
      post: operation.optional(),
      patch: operation.optional(),
      put: operation.optional(),
      delete: operation.optional(),
    }),
  ),
  webhooks: z.record(z.string().min(1), z.strictObject({ post: operation })),
  components: z.strictObject({
    schemas: z.record(z.string(), schema),
    headers: z.record(z.string(), header),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(z.string(), scheme),
  }),
});
