import { BEGUN_KEY, FORMER_KEY, SPARE_KEY } from "./event";
import { foreignKey, hashedKey } from "./foreign-key.server";
import { fieldsIn, gatewayTokens, isFields } from "./gateway-tokens";
import { UnreadableEvent } from "./unreadable-event";
import { intakeMessages as SAYS } from "~/usage/intake-messages";

type Fields = Readonly<Record<string, unknown>>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** User that LiteLLM reports for calls with its master key. */
const NOBODY = "default_user_id";
/** Stands for the hash of the master key in newer versions. */
const MASTER_KEY = "litellm_proxy_master_key";
/** Calls about a result that is finished later. Those that read it log its tokens each time. */
const OF_RESULT = /^a?((create|retrieve|cancel)_batch|((get|cancel)_)?responses)$/;
const OF_BATCH = /_batch$/;
const READS_RESULT = /^a?(retrieve|get|cancel)_(batch|responses)$/;
/** Marks of a key, or a token, that was made for somebody else. */
const FOR_OTHERS = ["alias", "team_id", "team_alias", "org_id", "org_alias", "project_id", "project_alias", "agent_id"];
const MODEL_MAX = 80;
const LATENCY_MAX_MS = 1_000_000_000;

/**
 * Recognizes a call from LiteLLM's generic API logger, or a row of its spend logs. Others log times under the same names,
 * and tokens elsewhere.
 */
export function isLiteLlm(given: unknown): given is Fields {
  if (typeof given !== "object" || given === null || "key" in given) return false;
  return "startTime" in given && "endTime" in given && ("prompt_tokens" in given || "call_type" in given);
}

/**
 * Converts a call of LiteLLM's log to our form. Its prompt tokens include reads from and writes to a cache; ours
 * exclude both. Texts of prompts and answers are not read.
 */
export function eventOfLiteLlm(given: Fields): unknown {
  const metadata = fieldsIn(given["metadata"]);
  const { prompt_tokens: prompt, completion_tokens: generated, total_tokens: total } = given;
  const logged = { prompt, generated, total };
  const tokens = gatewayTokens(logged, usageOf(given, metadata));
  const [startMs, endMs] = [msOf(given["startTime"]), msOf(given["endTime"])];
  const [model, user] = [modelOf(given, metadata), userOf(given, metadata)];
  // A value that is no count makes the event invalid, and may be nested too deeply to be written.
  const counts = Object.values(tokens).map((count) => (typeof count === "object" ? null : count));
  const made = hashedKey("made", [wholeMs(startMs), wholeMs(endMs), model, user, ...counts]);
  const completed = isCompleted(given, metadata);
  const own = ownIdOf(given);
  const isResult = OF_RESULT.test(textOf(given["call_type"]));
  const isUnfinished = isResult && counts.every((count) => count === 0);
  const key = own === null ? made : keyOf(given, own, isUnfinished);
  const reads = READS_RESULT.test(textOf(given["call_type"]));
  // It says who pays and what was cached: without it, somebody else could, or too much.
  if (!isReadable(given["metadata"]) || !isReadable(metadata["usage_object"]))
    return new UnreadableEvent(SAYS.wrongMetadata, key);
  return {
    key,
    [SPARE_KEY]: reads ? key : made,
    [BEGUN_KEY]: reads && own !== null ? unfinishedKey(own) : null,
    [FORMER_KEY]: isResult && own !== null ? foreignKey([own]) : null,
    ts: endMs === null ? given["endTime"] : endMs / 1000,
    model,
    // A result that nobody's key reads may have been begun by somebody.
    user: reads ? user || NOBODY : user,
    kind: kindOf(given, metadata),
    prompt_tokens: tokens.prompt,
    generated_tokens: tokens.generated,
    cache_read_input_tokens: tokens.read,
    cache_creation_input_tokens: tokens.written,
    completed,
    latency_ms: startMs === null || endMs === null ? null : latencyOf(endMs - startMs),
    // The gateway logs each attempt, and a result before its tokens: the one that costs needs the hold.
    hold: completed && !isUnfinished ? holdOf(metadata) : null,
    ...(isFree(given, completed) ? { coins: 0 } : {}),
  };
}

/** Returns the id of the call, or of the batch that it is about; null if the provider gave none: some servers send null. */
function ownIdOf({ id, request_id: requestId, call_type: type }: Fields): string | null {
  const named = [id, requestId].map((one) => (typeof one === "number" ? String(one) : textOf(one)));
  // Python writes no id as `None`.
  const own = named.find((one) => one !== "" && one !== "None") ?? null;
  return own !== null && OF_BATCH.test(textOf(type)) ? batchIdOf(own) : own;
}

/** A batch's id at its provider. LiteLLM wraps it in one of its own, and newer versions log its tokens under a third. */
function batchIdOf(given: string): string {
  const id = given.replace(/_batch_cost$/, "");
  const [, wrapped] = /^litellm_proxy;.*;llm_batch_id:([^;]+)$/.exec(Buffer.from(id, "base64").toString()) ?? [];
  return wrapped ?? id;
}

/**
 * Results have keys of their own, because callers choose the ids of other calls (`x-litellm-call-id`). Without tokens a
 * result is unfinished, and has another key than when it is finished.
 */
function keyOf({ call_type: type }: Fields, own: string, isUnfinished: boolean): string {
  if (isUnfinished) return unfinishedKey(own);
  return OF_RESULT.test(textOf(type)) ? hashedKey("result", [own]) : foreignKey([own]);
}

function unfinishedKey(own: string): string {
  return hashedKey("unfinished", [own]);
}

function isReadable(given: unknown): boolean {
  if (given === undefined || given === null || given === "") return true;
  if (typeof given !== "string") return isFields(given);
  try {
    const read: unknown = JSON.parse(given);
    return read === null || isFields(read);
  } catch {
    return false;
  }
}

function usageOf(given: Fields, metadata: Fields): Fields {
  const logged = fieldsIn(metadata["usage_object"]);
  if (Object.keys(logged).length > 0) return logged;
  const response = fieldsIn(given["response"]);
  const answered = fieldsIn(response["usage"] ?? response["usageMetadata"]);
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

/**
 * Gateways name models with signs that ours have not, as `claude:0`: they become hyphens. Only its lines name the model of
 * a batch, which has one as a rule.
 */
function modelOf({ model_group: group, model, hidden_params: hidden }: Fields, metadata: Fields): string {
  const inBatch = fieldsIn(hidden)["batch_models"] ?? metadata["batch_models"];
  const name = textOf(group) || textOf(model) || textOf(Array.isArray(inBatch) ? inBatch[0] : "");
  return name.replace(/[^A-Za-z0-9._/-]/g, "-").slice(0, MODEL_MAX);
}

/**
 * Reads who pays: the owner of the gateway's key. Whom a caller names in the request counts only for calls with the
 * master key or without any: another key's holder could name a stranger. In rows of spend logs, `user` is the key's.
 */
function userOf(given: Fields, metadata: Fields): string {
  const owner = [metadata["user_api_key_user_email"], metadata["user_api_key_user_id"]].map(textOf);
  if (textOf(given["api_key"]) !== "") owner.push(textOf(given["user"]));
  const inRequest = [given["user"], given["end_user"]].map(textOf);
  const named = isOfOperator(given, metadata, owner) ? [...owner, ...inRequest] : owner;
  return named.find((name) => name !== "" && name !== "None" && name !== NOBODY) ?? "";
}

/** The admin's keys for others belong to the same user as the master key, but have a name or a team; so may a call without a key. */
function isOfOperator(
  { api_key: keyOfRow, team_id: team, organization_id: organization }: Fields,
  metadata: Fields,
  owner: string[],
): boolean {
  const key = textOf(keyOfRow) || textOf(metadata["user_api_key_hash"]);
  const given = FOR_OTHERS.map((name) => metadata[`user_api_key_${name}`]);
  const isForOthers = [team, organization, ...given].some((name) => textOf(name) !== "");
  return key === MASTER_KEY || (!isForOthers && (key === "" || owner.includes(NOBODY)));
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

/** Epoch seconds, also as text, or ISO-8601, of which LiteLLM leaves out the zone: it is UTC. */
function msOf(given: unknown): number | null {
  if (typeof given === "number") return given * 1000;
  const text = textOf(given);
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(text)) return null;
  const iso = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
  const ms = Date.parse(/([Zz]|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** Cuts off what spend logs do not hold, so that a call has one key on both paths; floats err by less than 1 µs. */
function wholeMs(ms: number | null): number | null {
  return ms === null ? null : Math.floor(Math.round(ms * 1000) / 1000);
}

/** Returns the latency; a start that was never set must not invalidate the event. */
function latencyOf(ms: number): number | null {
  return ms < LATENCY_MAX_MS ? Math.max(0, Math.round(ms)) : null;
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given.trim() : "";
}
