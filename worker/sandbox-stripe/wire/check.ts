import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { type Operation, type Schema, spec } from "./spec";
import { coerce } from "./coerce";
import type { Form } from "./form-body";
import { StripeError } from "./stripe-error";

// The specification uses its own keywords, and one schema that nothing fits. Optimized checks take four times as long
// to compile, and most run only a few times.
const ajv = new Ajv({
  strict: false,
  validateSchema: false,
  validateFormats: false,
  code: { optimize: false },
});
ajv.addSchema(spec, "stripe");
const compiled = new Map<string, ValidateFunction>();

/** The typed parameters, or Stripe's refusal of unknown and missing ones. */
export function readParams(operation: Operation, form: Form): Record<string, unknown> {
  const params = coerce(operation.params, form) as Record<string, unknown>;
  const schema = operation.params as Schema;
  const pointer = schema.$ref ? schema.$ref.slice(1) : null;
  if (pointer) {
    const validate = validatorOf(pointer);
    if (!validate(params)) throw refusalOf(operation, params, validate.errors ?? []);
  }
  return params;
}

/** Describes the fault of an answer; null if it matches the specification. */
export function faultOf(pointer: string, answer: unknown): string | null {
  const validate = validatorOf(pointer);
  return validate(answer) ? null : ajv.errorsText(deepest(validate.errors ?? []), { dataVar: "answer" });
}

export function faultOfObject(schemaName: string, object: unknown): string | null {
  return faultOf(`/components/schemas/${schemaName}`, object);
}

/**
 * Compiles every check ahead of its first use, one at a time, so that no request waits and other work comes between.
 */
export async function makeChecks(operations: readonly Operation[]): Promise<void> {
  for (const { answerPointer } of operations) {
    validatorOf(answerPointer);
    await new Promise(setImmediate);
  }
}

function validatorOf(pointer: string): ValidateFunction {
  const known = compiled.get(pointer);
  if (known) return known;
  const validate = ajv.compile({ $ref: `stripe#${pointer}` });
  compiled.set(pointer, validate);
  return validate;
}

function refusalOf(operation: Operation, params: unknown, errors: ErrorObject[]): StripeError {
  const [error] = deepest(errors);
  const refused = (message: string, code: string | undefined, param: string) =>
    new StripeError(400, message, { ...(code ? { code } : {}), param }, { kept: false });
  if (error?.keyword === "additionalProperties") {
    const param = paramOf(error, String(error.params["additionalProperty"]));
    if (/(^|\[)payment_method_types\b/.test(param) && !operation.id.endsWith(".list"))
      return refused(
        "The payment_method_types parameter is no longer supported. Use allowed_payment_method_types, or leave it out.",
        "payment_method_types_no_longer_supported",
        param,
      );
    return refused(`Received unknown parameter: ${param}`, "parameter_unknown", param);
  }
  if (error?.keyword === "required") {
    const param = paramOf(error, String(error.params["missingProperty"]));
    return refused(`Missing required param: ${param}.`, "parameter_missing", param);
  }
  const param = error ? paramOf(error) : "";
  if (error?.keyword === "type" && error.params["type"] === "number")
    return refused(`Invalid integer: ${valueAt(params, error.instancePath)}`, "parameter_invalid_integer", param);
  if (error?.keyword === "enum")
    return refused(`Invalid ${param}: must be one of ${error.params["allowedValues"].join(", ")}`, undefined, param);
  return refused(`Invalid ${param || "request"}`, undefined, param);
}

/** Returns the deepest errors of several branches, which fit the intended branch. */
function deepest(errors: ErrorObject[]): ErrorObject[] {
  const depth = (error: ErrorObject) =>
    error.instancePath.split("/").length + (/additional|required/.test(error.keyword) ? 0.5 : 0);
  return [...errors]
    .filter((error) => error.keyword !== "anyOf")
    .sort((left, right) => depth(right) - depth(left))
    .slice(0, 1);
}

function paramOf(error: ErrorObject, last?: string): string {
  const path = [...error.instancePath.split("/").slice(1), ...(last === undefined ? [] : [last])];
  return path.map((part, index) => (index === 0 ? part : `[${part}]`)).join("");
}

function valueAt(params: unknown, path: string): string {
  let at = params;
  for (const part of path.split("/").slice(1))
    at = typeof at === "object" && at !== null ? (at as Record<string, unknown>)[part] : undefined;
  return String(at);
}
