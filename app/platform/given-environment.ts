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

/** Reads settings. @throws Error with a sentence for each that is unusable: it begins with the setting's name. */
export function parseSettings<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const answer = schema.safeParse(given, { error: faultInWords });
  if (answer.success) return answer.data;
  throw new Error(answer.error.issues.map(({ message }) => message.replace(/\.?$/, ".")).join("\n"));
}

/** Names the setting and what it must be; a message of the schema itself comes first. */
function faultInWords(issue: z.core.$ZodRawIssue): string | undefined {
  const name = issue.path?.join(".") ?? "";
  if (issue.code === "invalid_type")
    return issue.input === undefined
      ? `${name} is not set`
      : `${name} must be a ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === "too_small")
    return `${name} must ${amount(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
  if (issue.code === "too_big")
    return `${name} must ${amount(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
  if (issue.code === "invalid_value")
    return issue["expected"] === "stringbool"
      ? `${name} must be 1 or 0`
      : `${name} must be ${issue.values.join(" or ")}`;
  if (issue.code === "invalid_format" && issue.format === "url")
    return `${name} must be an address such as https://cloud.example.com`;
  return undefined;
}

const KINDS: Record<string, string> = { int: "whole number", nan: "number" };
const amount = (origin: string) => (origin === "string" || origin === "array" ? "have" : "be");
const unit = (origin: string) => (origin === "string" ? " characters" : "");
