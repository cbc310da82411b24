/**
 * Fields that are kept of a rejected event: never texts of prompts and answers, wherever a sender puts them. Each has
 * the pattern of a value that may be shown; null shows none. No pattern allows a blank, because a prompt may be in any
 * field.
 */
const FIELDS: Readonly<Record<string, RegExp | null>> = {
  key: /^[\w.:/@+-]{1,64}$/,
  ts: /^[\dTZtz:.+ -]{1,40}$/,
  model: /^[\w.:/@+-]{1,80}$/,
  user: /^([\w.:/@+-]{1,64}|[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{M}\p{N}.-]{1,190})$/u,
  kind: /^[\w-]{1,20}$/,
  calls: null,
  prompt_tokens: null,
  generated_tokens: null,
  cache_read_input_tokens: null,
  cache_creation_input_tokens: null,
  coins: null,
  completed: null,
  latency_ms: null,
  batch_size: null,
  gpus: null,
  busy_pct: null,
  client_version: /^[\w.:/@+-]{1,40}$/,
  hold: /^[\w-]{1,40}$/,
};

/** Keeps the known fields of an event: numbers, booleans and expected texts; any other value is replaced by its type. */
export function sampleOf(given: unknown): Record<string, unknown> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return {};
  const fields = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(FIELDS)
      .filter(([field]) => fields[field] !== undefined && Object.hasOwn(fields, field))
      .map(([field, fitting]) => [field, shown(fields[field], fitting)]),
  );
}

function shown(value: unknown, fitting: RegExp | null): unknown {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "string") return Array.isArray(value) ? "(a list)" : "(an object)";
  return fitting?.test(value) ? value : `(a text of ${[...value].length} characters)`;
}
