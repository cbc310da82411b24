import type { z } from "zod";

/** Environment variables of a process. */
type Environment = Record<string, string | undefined>;

/**
 * Removes blanks and carriage returns around values, which env files with Windows line ends leave: a folder would be
 * another one, and a price 0. A blank value counts as unset.
 */
export function trimmedEnvironment(given: Environment): Record<string, string> {
  const trimmed = Object.entries(given).map(([name, text]): [string, string] => [name, (text ?? "").trim()]);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ""));
}

/** Refuses texts in quotes, which an env file of Docker keeps: a folder or a secret with quotes is another one. */
export function refuseQuotes(given: Environment, names: readonly string[]): void {
  const quoted = names.find((name) => /^(["']).*\1$/s.test(given[name] ?? ""));
  if (quoted) throw new Error(`${quoted} is in quotes. Leave them out.`);
}

/** Reads settings. @throws Error with a sentence for each that is unusable: it names the setting. */
export function parseSettings<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const answer = schema.safeParse(given, { error: wordsOf });
  if (answer.success) return answer.data;
  throw new Error(answer.error.issues.map(sentenceOf).join("\n"));
}

/** Names the setting also where the message does not: schemas that several settings share, and the library's own. */
function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  const name = String(path[0] ?? "");
  const named = message.includes(name) ? message : `${name}: ${message}`;
  return named.replace(/\.?$/, ".");
}

/** States what the setting must be; a message of the schema itself comes first. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  const name = issue.path?.join(".") ?? "";
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return `${name} is not set`;
      return `${name} must be a ${issue.expected === "int" ? "whole number" : issue.expected}`;
    case "too_small":
      return `${name} must ${amountOf(issue, issue.inclusive ? "at least" : "more than", issue.minimum)}`;
    case "too_big":
      return `${name} must ${amountOf(issue, issue.inclusive ? "at most" : "less than", issue.maximum)}`;
    case "invalid_value":
      return `${name} must be ${issue["expected"] === "stringbool" ? "1 or 0" : issue.values.join(" or ")}`;
    case "invalid_format":
      return issue.format === "url" ? `${name} must be an address such as https://cloud.example.com` : undefined;
    default:
      return undefined;
  }
}

function amountOf({ origin }: { origin: string }, bound: string, limit: number | bigint): string {
  return origin === "string" ? `have ${bound} ${limit} characters` : `be ${bound} ${limit}`;
}
