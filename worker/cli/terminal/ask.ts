import { isCancel } from "@clack/prompts";
import { Failure } from "../failure";

/** What was answered. @throws Failure at Escape or Ctrl-C. */
export async function answered<Value>(question: Promise<Value | symbol>): Promise<Exclude<Value, symbol>> {
  const answer = await question;
  if (isCancel(answer)) throw Failure.interrupted();
  return answer as Exclude<Value, symbol>;
}
