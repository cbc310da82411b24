import { foreignKey } from "./foreign-key.server";

type Fields = Readonly<Record<string, unknown>>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Who LiteLLM says it is when its master key calls. */
const NOBODY = "default_user_id";
const MODEL_MAX = 80;
const LATENCY_MAX_MS = 1_000_000_000;

/** What LiteLLM's generic API logger sends of each call. */
export function isLiteLlm(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && "startTime" in given && "endTime" in given && !("key" in given);
}

/**
 * A call as LiteLLM logs it, in our form. Its prompt tokens include those read from and written to a cache; ours are those that
 * are neither. Texts of prompts and answers are not looked at.
 */
export function eventOfLiteLlm(given: Fields): unknown {
  const metadata = fieldsOf(given["metadata"]);
  const usage = usageOf(given, metadata);
  const read = countOf(usage["cache_read_input_tokens"], fieldsOf(usage["prompt_tokens_details"])["cached_tokens"]);
  const created = countOf(usage["cache_creation_input_tokens"]);
  const [startMs, endMs] = [msOf(given["startTime"]), msOf(given["endTime"])];
  return {
    key: typeof given["id"] === "string" && given["id"] ? foreignKey([given["id"]]) : "",
    ts: endMs === null ? given["endTime"] : endMs / 1000,
    model: modelOf(given),
    user: userOf(given, metadata),
    kind: kindOf(given, metadata),
    prompt_tokens: withoutCached(countOf(given["prompt_tokens"], usage["prompt_tokens"]), [read, created]),
    generated_tokens: countOf(given["completion_tokens"], usage["completion_tokens"]),
    cache_read_input_tokens: read,
    cache_creation_input_tokens: created,
    completed: given["status"] === undefined || textOf(given["status"]).toLowerCase() === "success",
    latency_ms: startMs === null || endMs === null ? null : latencyOf(endMs - startMs),
    hold: holdOf(metadata),
  };
}

function usageOf(given: Fields, metadata: Fields): Fields {
  const logged = metadata["usage_object"];
  return isFields(logged) ? logged : fieldsOf(fieldsOf(given["response"])["usage"]);
}

/** Gateways name models with signs that ours have not, as `claude:0`: they become hyphens. */
function modelOf({ model_group: group, model }: Fields): string {
  const name = textOf(group) || textOf(model);
  return name.replace(/[^A-Za-z0-9._/-]/g, "-").slice(0, MODEL_MAX);
}

function userOf({ end_user: endUser }: Fields, metadata: Fields): string {
  const named = [metadata["user_api_key_user_email"], metadata["user_api_key_user_id"], endUser].map(textOf);
  return named.find((name) => name !== "" && name !== NOBODY) ?? "";
}

/** What the caller says in the call's metadata; else text completions are told from chats. */
function kindOf({ call_type: type }: Fields, metadata: Fields): string {
  const said = noted(metadata, "kind");
  if (said === "chat" || said === "agent" || said === "completion") return said;
  return textOf(type).includes("text_completion") ? "completion" : "chat";
}

/** Callers can write anything there: what is no id of a hold must not cost us the event. */
function holdOf(metadata: Fields): string | null {
  const hold = textOf(noted(metadata, "millrace_hold"));
  return UUID.test(hold) ? hold : null;
}

function noted(metadata: Fields, name: string): unknown {
  return fieldsOf(metadata["spend_logs_metadata"])[name] ?? fieldsOf(metadata["requester_metadata"])[name];
}

/** Epoch seconds or ISO-8601, of which LiteLLM leaves out the zone: it is UTC. */
function msOf(given: unknown): number | null {
  if (typeof given === "number") return given * 1000;
  const text = textOf(given);
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(text)) return null;
  const iso = text.replace(" ", "T");
  const ms = Date.parse(/([Zz]|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** The first that is there and not 0; what is no number is left for the intake to reject, for a count that is lost costs nothing. */
function countOf(...given: unknown[]): unknown {
  return given.find((one) => one !== undefined && one !== null && one !== 0) ?? 0;
}

function withoutCached(prompt: unknown, cached: unknown[]): unknown {
  const counts = cached.filter((count) => typeof count === "number");
  const sum = counts.reduce((total, count) => total + count, 0);
  return typeof prompt === "number" && prompt >= sum ? prompt - sum : prompt;
}

/** A start that was never set must not cost us the event. */
function latencyOf(ms: number): number | null {
  return ms < LATENCY_MAX_MS ? Math.max(0, Math.round(ms)) : null;
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given.trim() : "";
}

function isFields(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

function fieldsOf(given: unknown): Fields {
  return isFields(given) ? given : {};
}
