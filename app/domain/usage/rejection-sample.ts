/** Of a rejected event only these are kept: never the texts of prompts and answers, wherever a sender puts them. */
const FIELDS = [
  ...["key", "ts", "model", "user", "kind", "calls", "prompt_tokens", "generated_tokens", "cache_read_input_tokens"],
  ...["cache_creation_input_tokens", "coins", "completed", "latency_ms", "batch_size", "gpus", "busy_pct"],
  ...["client_version", "hold"],
] as const;
const LONGEST = 64;
const FORBIDDEN = /[\p{Cc}\p{Cs}]/gu;

/** The known fields of what was sent, each a number, a truth or a short text: what is none of them is named by its type. */
export function sampleOf(given: unknown): Record<string, unknown> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return {};
  const fields = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    FIELDS.filter((field) => fields[field] !== undefined && Object.hasOwn(fields, field)).map((field) => [
      field,
      shown(fields[field]),
    ]),
  );
}

function shown(value: unknown): unknown {
  if (typeof value === "string") {
    const text = value.slice(0, LONGEST + 1).replace(FORBIDDEN, "\u{fffd}");
    return text.length > LONGEST ? `${text.slice(0, LONGEST).replace(FORBIDDEN, "")}…` : text;
  }
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  return Array.isArray(value) ? "(a list)" : "(an object)";
}
