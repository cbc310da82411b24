import { env } from "~/platform/env.server";
import { hasRight, meetsNeed, type WithRights } from "~/platform/staff-rights";
import type { Noun } from "~/routes.js";
import type { Method, Operation } from "../api-operation.server";
import type { Credential } from "../credentials.server";
import type { Operations } from "../api-route.server";
import { accessOf, scopeWords } from "./access-words";
import { curlOf } from "./curl.server";
import { operationId } from "./document.server";
import { inputSchema } from "./input-schema.server";
import type { JsonSchema } from "./json-schema.server";
import { nounOf } from "./nouns.server";
import { answerExample, answerSchema, textOf } from "./responses.server";

/** One method of a path, as the reference shows it. */
export interface ReferenceCall {
  id: string;
  method: Method;
  path: string;
  purpose: string;
  /** Callers and credentials, in words. */
  access: string;
  input: ReferenceField[];
  /** The command, with `$MILLRACE_KEY` in place of a key; null for what only our own pages can call. */
  curl: string | null;
  /** The answer as an object, whose names are sent once for all calls; a text is the media type of another answer. */
  answer: object | string;
  /** The meanings of the answer's members and of inner objects, each name once. */
  meanings: ReferenceField[];
  refusals: string[];
}

export interface ReferenceField {
  name: string;
  type: string;
  meaning: string;
  required: boolean;
}

/** The calls of one part of the reference that this viewer may make, in the order of the routes table. */
export function listCalls(
  paths: ReadonlyMap<string, Operations>,
  { noun, viewer }: { noun: Noun; viewer: WithRights | null },
): ReferenceCall[] {
  return [...paths]
    .filter(([path]) => nounOf(path) === noun)
    .flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, one]) => isFor(viewer, one))
        .map(([method, one]) => callOf(path, method as Method, one)),
    );
}

/** Credentials of machines: service key, agent key, enrolment token. */
const MACHINES: readonly Credential[] = ["V", "A", "E"];

/** Checks whether somebody may see an operation in the reference. Operations of machines and staff are for staff only. */
export function isFor(viewer: WithRights | null, { credentials, right }: Operation): boolean {
  const forPeople = credentials.some((kind) => !MACHINES.includes(kind));
  if (!forPeople && (viewer === null || !meetsNeed(viewer, "staff"))) return false;
  return right === undefined || (viewer !== null && hasRight(viewer, right));
}

function callOf(path: string, method: Method, one: Operation): ReferenceCall {
  const named = path.replace(/:([a-z_]+)/g, "{$1}");
  return {
    id: operationId(method, path),
    method,
    path: named,
    purpose: one.purpose,
    access: [accessOf(one), scopeWords(one, method)].filter((text) => text !== null).join(". "),
    input: fieldsOf(inputSchema(one) ?? {}),
    curl: curlOf({ origin: env.APP_ORIGIN, path, method, operation: one }),
    answer: one.media ?? (answerExample(one) as object),
    meanings: meaningsOf(one.media === undefined ? answerSchema(one) : {}),
    refusals: [...(one.refusals ?? []), ...(one.tooMany ?? [])].map(textOf),
  };
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): ReferenceField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const meaning = schema.description ?? "";
    return { name, type: typeOf(schema, meaning), meaning, required: required.includes(name) };
  });
}

function meaningsOf(schema: JsonSchema): ReferenceField[] {
  const known = new Map(
    withInner(schema)
      .flatMap(fieldsOf)
      .map((field) => [field.name, { ...field, required: false }]),
  );
  return [...known.values()].filter(({ name, meaning }) => meaning !== "" && !ENVELOPE.includes(name));
}

const ENVELOPE = ["retcode", "human_readable_message"];

function withInner(schema: JsonSchema): JsonSchema[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema;
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  if (typeof additionalProperties === "object") inner.push(additionalProperties);
  return [schema, ...inner.flatMap(withInner)];
}

/** `integer, 1 to 64`, `string of at most 63 characters`; nothing if the meaning names the values already. */
function typeOf({ type, enum: values, minimum, maximum, maxLength }: JsonSchema, meaning: string): string {
  if (values) return values.every((value) => meaning.includes(String(value))) ? "" : values.join(", ");
  const name = [type ?? "any"].flat().join(" or ");
  if (maxLength !== undefined) return `${name} of at most ${maxLength} characters`;
  const bounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return bounded ? `${name}, ${minimum} to ${maximum}` : name;
}
