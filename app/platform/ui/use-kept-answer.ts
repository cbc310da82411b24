import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import type { FormAnswer } from "~/platform/http/form.server";

/**
 * What the screen's last form was answered, for as long as its page is shown; the next answer replaces it. The router
 * forgets it with every refetch of the loaders, as live figures ask for, and a message would vanish while somebody
 * reads it.
 */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const kept = useRef<{ key: string; answer: Answer } | null>(null);
  if (answer !== undefined) kept.current = { key, answer };
  return kept.current?.key === key ? kept.current.answer : undefined;
}

/** The answer if it is a refusal; a form may also be answered by what was asked for, such as a report. */
export function refusalIn(answer: unknown): FormAnswer | undefined {
  return typeof answer === "object" && answer !== null && "lastResult" in answer ? (answer as FormAnswer) : undefined;
}
