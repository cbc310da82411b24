import { SPARE_KEY } from "./event";
import { foreignKey, hashedKey } from "./foreign-key.server";
import { fieldsOf, gatewayTokens } from "./gateway-tokens";

type Fields = Readonly<Record<string, unknown>>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** User that LiteLLM reports for calls with its master key. */
const NOBODY = "default_user_id";
const MODEL_MAX = 80;
const LATENCY_MAX_MS = 1_000_000_000;

/** Recognizes a call from LiteLLM's generic API logger, or a row of its spend logs. */
export function isLiteLlm(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && "startTime" in given && "endTime" in given && !("key" in given);
}

/**
 * Converts a call of LiteLLM's log to our form. Its prompt tokens include reads from and writes to a cache; ours
 * exclude both. Texts of prompts and answers are not read.
 */
export function eventOfLiteLlm(given: Fields): unknown {
  const metadata = fieldsIn(given["metadata"]);
  const logged = { prompt: given["prompt_tokens"], generated: given["completion_tokens"] };
  const tokens = gatewayTokens(logged, usageOf(given, metadata));
  const [startMs, endMs] = [msOf(given["startTime"]), msOf(given["endTime"])];
  const [model, user] = [modelOf(given), userOf(given, metadata)];
  // A value that is not a count makes the event invalid, and may be nested too deeply to be written.
  const counts = Object.values(tokens).map((count) => (typeof count === "object" ? null : count));
  const made = hashedKey("made", [startMs, endMs, model, user, ...counts]);
  const completed = isCompleted(given, metadata);
  return {
    key: idOf(given) ?? made,
    [SPARE_KEY]: made,
    ts: endMs === null ? given["endTime"] : endMs / 1000,
    model,
    user,
    kind: kindOf(given, metadata),
    prompt_tokens: tokens.prompt,
    generated_tokens: tokens.generated,
    cache_read_input_tokens: tokens.read,
    cache_creation_input_tokens: tokens.written,
    completed,
    latency_ms: startMs === null || endMs === null ? null : latencyOf(endMs - startMs),
    hold: holdOf(metadata),
    ...(isFree(given, completed) ? { coins: 0 } : {}),
  };
}

/** Null if the provider gave none: some servers send null, or a number that they count up. */
function idOf({ id, request_id: requestId }: Fields): string | null {
  const named = [id, requestId].map((one) => (typeof one === "number" ? String(one) : one));
  const own = named.find((one) => typeof one === "string" && one.trim() !== "");
  return typeof own === "string" ? foreignKey([own]) : null;
}

function usageOf(given: Fields, metadata: Fields): Fields {
  const logged = fieldsIn(metadata["usage_object"]);
  if (Object.keys(logged).length > 0) return logged;
  const answered = fieldsIn(fieldsIn(given["response"])["usage"]);
  return { ...fieldsIn(metadata["additional_usage_values"]), ...answered };
}

function isCompleted({ status }: Fields, metadata: Fields): boolean {
  const said = textOf(status) || textOf(metadata["status"]);
  return status === undefined || status === null ? said === "" || /^success$/i.test(said) : /^success$/i.test(said);
}

/** Checks whether the gateway answered from its own cache, or the call failed without cost: its tokens do not count. */
function isFree({ cache_hit: hit, response_cost: cost, spend }: Fields, completed: boolean): boolean {
  const isHit = hit === true || textOf(hit).toLowerCase() === "true";
  const told = cost ?? spend;
  // Exports write decimals as text.
  const price = textOf(told) === "" ? told : Number(told);
  return isHit ? !(typeof price === "number" && price > 0) : !completed && price === 0;
}

/** Gateways' model names may have characters that ours exclude, as in `claude:0`: they become hyphens. */
function modelOf({ model_group: group, model }: Fields): string {
  const name = textOf(group) || textOf(model);
  return name.replace(/[^A-Za-z0-9._/-]/g, "-").slice(0, MODEL_MAX);
}

/**
 * Reads who pays: the owner of the gateway's key. Whom a caller names in the request counts only for calls with the
 * master key or without any: another key's holder could name a stranger. In rows of spend logs, `user` is the key's.
 */
function userOf({ user, end_user: endUser, api_key: keyOfRow }: Fields, metadata: Fields): string {
  const owner = [metadata["user_api_key_user_email"], metadata["user_api_key_user_id"]].map(textOf);
  const [key, inRequest] = [textOf(keyOfRow) || textOf(metadata["user_api_key_hash"]), [user, endUser].map(textOf)];
  if (textOf(keyOfRow) !== "") owner.push(textOf(user));
  const named = key === "" || owner.includes(NOBODY) ? [...owner, ...inRequest] : owner;
  return named.find((name) => name !== "" && name !== NOBODY) ?? "";
}

/** Reads the kind from the call's metadata; else derives it from the type of call. */
function kindOf({ call_type: type }: Fields, metadata: Fields): string {
  const said = noted(metadata, "kind");
  if (said === "chat" || said === "agent" || said === "completion") return said;
  return textOf(type).includes("text_completion") ? "completion" : "chat";
}

/** Callers can write anything there: text that is not a hold's id must not cost us the event. */
function holdOf(metadata: Fields): string | null {
  const hold = textOf(noted(metadata, "millrace_hold"));
  return UUID.test(hold) ? hold : null;
}

function noted(metadata: Fields, name: string): unknown {
  return fieldsIn(metadata["spend_logs_metadata"])[name] ?? fieldsIn(metadata["requester_metadata"])[name];
}

/** Epoch seconds or ISO-8601, of which LiteLLM leaves out the zone: it is UTC. */
function msOf(given: unknown): number | null {
  if (typeof given === "number") return given * 1000;
  const text = textOf(given);
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(text)) return null;
  const iso = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
  const ms = Date.parse(/([Zz]|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** Returns the latency; a start that was never set must not invalidate the event. */
function latencyOf(ms: number): number | null {
  return ms < LATENCY_MAX_MS ? Math.max(0, Math.round(ms)) : null;
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given.trim() : "";
}

/** Rows of a database hold objects as their JSON text, and exports of them hold text within text. */
function fieldsIn(given: unknown): Fields {
  if (typeof given !== "string") return fieldsOf(given);
  try {
    return fieldsOf(JSON.parse(given));
  } catch {
    return {};
  }
}
