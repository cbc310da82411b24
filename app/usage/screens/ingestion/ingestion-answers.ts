import type { CheckedEvents } from "~/usage/inside/intake/check-events.server";

/** A full key, in the answer to one request. */
export interface ShownKey {
  name: string;
  key: string;
  why: "made" | "rotated";
}

/** Possible answers of the screen's action, besides the refusal of a form. */
export interface IngestionAnswer {
  shownKey?: ShownKey;
  /** The question before a key ends. */
  askRevoke?: { id: number; name: string };
  checked?: { text: string; sourceId: string; result: CheckedEvents };
}

export function ingestionAnswer(given: unknown): IngestionAnswer {
  return typeof given === "object" && given !== null ? given : {};
}
