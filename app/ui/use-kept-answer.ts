import { useLocation } from "@remix-run/react";
import { useRef } from "react";

/**
 * The answer of a refused form for as long as its page is shown. The router forgets it with every refetch of the
 * loaders, as live figures ask for, and a message would vanish while somebody reads it.
 */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const kept = useRef<{ key: string; answer: Answer } | null>(null);
  if (answer !== undefined) kept.current = { key, answer };
  return kept.current?.key === key ? kept.current.answer : undefined;
}
