import { confirm, isCancel } from "@clack/prompts";
import { Failure } from "../failure";
import type { Output } from "./output";
import { shown } from "./text";

/** The answer to a question. @throws Failure after Escape or Ctrl-C. */
export async function answered<Value>(question: Promise<Value | symbol>): Promise<Exclude<Value, symbol>> {
  const answer = await question;
  if (isCancel(answer)) throw Failure.interrupted();
  return answer as Exclude<Value, symbol>;
}

/** Asks the user to confirm a loss of data. @throws Failure unless the answer is yes */
export async function requireConfirmation(out: Output, message: string): Promise<void> {
  if (!out.mayAsk) throw Failure.usage("This command needs a confirmation.", "To skip it, use --yes.");
  const yes = await answered(confirm({ message: shown(message), initialValue: false, output: process.stderr }));
  if (!yes) throw Failure.interrupted();
}
