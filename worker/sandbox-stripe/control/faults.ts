/** Faults that can be injected into answers and webhooks. */
export const ANSWER_FAULTS = [
  "cut_before",
  "cut_after",
  "error_before",
  "error_after",
  "rate_limit",
  "key_refused",
  "key_forbidden",
  "delay",
] as const;
export const WEBHOOK_FAULTS = ["webhook_double", "webhook_reverse", "webhook_hold", "webhook_wrong_secret"] as const;

export type AnswerFault = (typeof ANSWER_FAULTS)[number];
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

export interface FaultOrder {
  kind: AnswerFault | WebhookFault;
  /** Number of times; default once. */
  times?: number;
  /** Regular expression for "POST /v1/refunds", or for the type of an event. Default: everything. */
  match?: string;
  delay_ms?: number;
}

interface Fault {
  kind: AnswerFault | WebhookFault;
  left: number;
  match: RegExp;
  delayMs: number;
}

/** Ordered faults that have not happened yet. */
export class Faults {
  #waiting: Fault[] = [];

  order({ kind, times = 1, match = "", delay_ms: delayMs = 0 }: FaultOrder): void {
    this.#waiting.push({ kind, left: times, match: new RegExp(match), delayMs });
  }

  clear(): void {
    this.#waiting = [];
  }

  list(): { kind: string; left: number; match: string; delay_ms: number }[] {
    return this.#waiting.map(({ kind, left, match, delayMs }) => ({
      kind,
      left,
      match: match.source,
      delay_ms: delayMs,
    }));
  }

  /** Takes one occurrence of this fault, if any is left. */
  take(kind: AnswerFault | WebhookFault, what: string): { delayMs: number; left: number } | null {
    const found = this.#waiting.find((fault) => fault.kind === kind && fault.match.test(what));
    if (!found) return null;
    found.left -= 1;
    this.#waiting = this.#waiting.filter(({ left }) => left > 0);
    return { delayMs: found.delayMs, left: found.left };
  }
}
