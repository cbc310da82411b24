import type { Choice } from "./choice";

const DRAFT_KEY = "millrace.reservation_draft";

/** Keeps the choice across a login and a closed form (6.2); only in this browser's session. */
export function saveDraft(choice: Choice): void {
  sessionStorage.setItem(DRAFT_KEY, JSON.stringify(choice));
}

/** The saved choice as a query, or null. */
export function readDraft(): URLSearchParams | null {
  const saved = sessionStorage.getItem(DRAFT_KEY);
  if (saved === null) return null;
  try {
    const draft: unknown = JSON.parse(saved);
    return new URLSearchParams(draft as Record<string, string>);
  } catch {
    return null;
  }
}

export function deleteDraft(): void {
  sessionStorage.removeItem(DRAFT_KEY);
}
