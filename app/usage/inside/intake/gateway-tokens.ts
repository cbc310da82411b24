type Fields = Readonly<Record<string, unknown>>;

/**
 * Tokens of a call in our four kinds. A value that is not a number is left for the intake to reject: a lost count would
 * make the call free.
 */
interface GatewayTokens {
  /** Neither read from a cache nor written to one. */
  prompt: unknown;
  generated: unknown;
  read: unknown;
  written: unknown;
}

/**
 * Reads the tokens of a call from its payload: `logged` are the gateway's own counts, `usage` those of the provider in
 * the fields of OpenAI, Anthropic, Bedrock or Gemini.
 */
export function gatewayTokens(
  logged: { prompt: unknown; generated: unknown; total: unknown },
  usage: Fields,
): GatewayTokens {
  const details = fieldsIn(
    usage["prompt_tokens_details"] ?? usage["input_tokens_details"] ?? usage["input_token_details"],
  );
  const read = countOf(
    ...[usage["cache_read_input_tokens"], details["cached_tokens"], usage["prompt_cache_hit_tokens"]],
    ...[usage["cacheReadInputTokens"], usage["cacheReadInputTokenCount"], usage["cachedContentTokenCount"]],
    usage["cached_tokens"],
  );
  const written = countOf(
    ...[usage["cache_creation_input_tokens"], details["cache_creation_tokens"], details["cache_write_tokens"]],
    ...[usage["cacheWriteInputTokens"], usage["cacheWriteInputTokenCount"], sumOf(usage["cache_creation"])],
  );
  const counted = countOf(
    ...[logged.prompt, usage["prompt_tokens"]],
    withMore(usage["promptTokenCount"], usage["toolUsePromptTokenCount"]),
  );
  const input = countOf(usage["input_tokens"], usage["inputTokens"]);
  const prompt = counted === 0 ? input : counted;
  const answered = countOf(
    ...[logged.generated, usage["completion_tokens"], usage["output_tokens"]],
    ...[usage["outputTokens"], withMore(usage["candidatesTokenCount"], usage["thoughtsTokenCount"])],
  );
  const generated = withReasoning(answered, prompt, countOf(usage["total_tokens"], logged.total), usage);
  // Embeddings and the like may tell nothing else.
  if ([prompt, generated, read, written].every((count) => count === 0))
    return { prompt: countOf(logged.total, usage["total_tokens"]), generated, read, written };
  return {
    prompt:
      isCachedSeparate(usage) && prompt === input
        ? prompt
        : withoutCached(prompt, { read, written }, details["text_tokens"]),
    generated,
    read,
    written,
  };
}

/** Checks for the fields of Anthropic or Bedrock, whose input tokens exclude cached ones. */
function isCachedSeparate(usage: Fields): boolean {
  if ("prompt_tokens" in usage) return false;
  return "inputTokens" in usage || "cache_read_input_tokens" in usage || "cache_creation_input_tokens" in usage;
}

/**
 * Subtracts cached tokens from a prompt count. Versions of the gateway include reads and writes, only reads, or
 * neither. Both are subtracted if they fit, unless the separate count of text tokens shows that writes are not
 * included.
 */
function withoutCached(prompt: unknown, cached: { read: unknown; written: unknown }, texts: unknown): unknown {
  if (typeof prompt !== "number") return prompt;
  const [read, written] = [numberOf(cached.read), numberOf(cached.written)];
  if (read > prompt) return prompt;
  const isWithoutWrites = read + written > prompt || (read > 0 && texts === prompt - read);
  return isWithoutWrites ? prompt - read : prompt - read - written;
}

/** Adds what Gemini counts under a name of its own. */
function withMore(given: unknown, more: unknown): unknown {
  const count = wholeIn(given);
  return typeof count === "number" ? count + numberOf(more) : count;
}

/** Adds reasoning that the total alone includes, as xAI counts; other providers include it in what they generated. */
function withReasoning(answered: unknown, prompt: unknown, total: unknown, usage: Fields): unknown {
  const details = fieldsIn(usage["completion_tokens_details"] ?? usage["output_tokens_details"]);
  const reasoning = numberOf(details["reasoning_tokens"]);
  if (typeof answered !== "number" || reasoning === 0) return answered;
  return numberOf(total) === numberOf(prompt) + answered + reasoning ? answered + reasoning : answered;
}

function numberOf(given: unknown): number {
  const count = wholeIn(given);
  return typeof count === "number" && count > 0 ? count : 0;
}

/** The first count that is present and not 0. */
function countOf(...given: unknown[]): unknown {
  return given.map(wholeIn).find((one) => one !== undefined && one !== null && one !== 0) ?? 0;
}

/** Exports write numbers as text. */
function wholeIn(given: unknown): unknown {
  return typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : given;
}

/** Anthropic counts writes by how long they are kept. */
function sumOf(given: unknown): number {
  return Object.values(fieldsOf(given)).reduce<number>((sum, count) => sum + numberOf(count), 0);
}

export function fieldsOf(given: unknown): Fields {
  return isFields(given) ? given : {};
}

export function isFields(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** Rows of a database hold objects as their JSON text, and exports of them hold text within text. */
export function fieldsIn(given: unknown): Fields {
  if (typeof given !== "string") return fieldsOf(given);
  try {
    return fieldsOf(JSON.parse(given));
  } catch {
    return {};
  }
}
