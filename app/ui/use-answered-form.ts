import { type DefaultValue, useForm } from "@conform-to/react";
import type { FormAnswer } from "~/http/form.server";

/**
 * The form of one intent with what its last, refused sending brought back: field errors and what was typed.
 * Nothing is checked in the browser; the server's answer is the same with and without the script.
 */
export function useAnsweredForm<Fields extends Record<string, string | undefined>>(
  intent: string,
  answer: FormAnswer | undefined,
  defaultValue?: DefaultValue<Fields>,
) {
  return useForm<Fields>({
    id: intent || "form",
    lastResult: answer?.intent === intent ? answer.lastResult : undefined,
    ...(defaultValue ? { defaultValue } : {}),
  });
}
