import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import type { FormAnswer } from "~/platform/http/form.server";

/**
 * Returns the answer to the screen's last form until the next one, for as long as the page is shown. The router forgets
 * it at every refetch of the loaders, as for live figures, and a message would vanish while it is read.
 */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const kept = useRef<{ key: string; answer: Answer } | null>(null);
  if (answer !== undefined) kept.current = { key, answer };
  return kept.current?.key === key ? kept.current.answer : undefined;
}

/** Returns the answer if it is a refusal; a form's answer may also be a result, such as a report. */
export function refusalIn(answer: unknown): FormAnswer | undefined {
  return typeof answer === "object" && answer !== null && "lastResult" in answer ? (answer as FormAnswer) : undefined;
}
