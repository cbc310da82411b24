import { formatPercent } from "~/platform/ui/format";

interface Tokens {
  prompt: number;
  generated: number;
  cacheRead: number;
  cacheCreation: number;
}

/** Returns the share of sent tokens that came from the cache. */
export function cacheHitRate({ prompt, cacheRead, cacheCreation }: Tokens): string {
  const sent = prompt + cacheRead + cacheCreation;
  return sent === 0 ? "–" : formatPercent(cacheRead, sent);
}

/** Events that were not completed. */
export function errorRate({ failed, events }: { failed: number; events: number }): string {
  return events === 0 ? "–" : formatPercent(failed, events);
}

/** Returns the cost of a million tokens of all four kinds. */
export function coinsPerMillion({ coins, ...tokens }: Tokens & { coins: number }): string {
  const all = tokens.prompt + tokens.generated + tokens.cacheRead + tokens.cacheCreation;
  return all === 0 ? "–" : Math.round((coins * 1_000_000) / all).toLocaleString("en-US");
}

/** 812 → `812 ms`, 1234 → `1.2 s` */
export function latencyText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
