import { createHash } from "node:crypto";
import type { UsageEvent } from "./event";

/**
 * The first 64 bits of the SHA-256 of an event's content. The order of its fields and written-out defaults do not
 * change it, and the key is not part of it.
 */
export function contentOf(event: UsageEvent): bigint {
  const { ts, model, user, kind, calls, promptTokens, generatedTokens, cacheReadTokens, cacheCreationTokens } = event;
  const { coins, completed, latencyMs, batchSize, gpus, busyPct, clientVersion, hold } = event;
  const parts = [
    ...[ts, model, user, kind, calls, promptTokens, generatedTokens, cacheReadTokens, cacheCreationTokens],
    ...[coins, completed, latencyMs, batchSize, gpus, busyPct, hold, clientVersion],
  ];
  // No text of an event contains a control character, so this separates them.
  return createHash("sha256").update(parts.join("\u0000")).digest().readBigInt64BE();
}
