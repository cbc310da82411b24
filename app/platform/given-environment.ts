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
