import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";

/** Limits that agents accept. */
const VARIABLES_MAX = 100;
const NAME_MAX = 128;
const VALUE_MAX = 8192;
/** Limit of all variables together, in bytes: a node gets them with each of its tasks. */
const BYTES_MAX = 32_768;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const FORBIDDEN = /(?!\t)[\p{Cc}\p{Cs}]/u;

/** Placeholder for a secret value. */
export const MASK = "••••••••";

/** A variable of a template. `value` is null for a secret, which is never shown; null sent back keeps it. */
export interface Variable {
  name: string;
  value: string | null;
  secret: boolean;
}

/**
 * Parses lines `NAME=value`; ignores empty lines and those that begin with `#`. Quotes belong to the value. A secret
 * whose value is the mask is unchanged. @throws Refusal M297 for the given field, with the line.
 */
export function parseVariables(text: string, { secret, field }: { secret: boolean; field: string }): Variable[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) return [];
    const at = trimmed.indexOf("=");
    const where = `Line ${index + 1}`;
    if (at < 0) throw wrong(field, where, "write NAME=value.");
    const [name, value] = [trimmed.slice(0, at).trim(), trimmed.slice(at + 1).trim()];
    return [checked({ name, value: secret && value === MASK ? null : value, secret }, { field, where })];
  });
}

/** The lines of the secret variables, or of the others. */
export function variableLines(variables: readonly Variable[], { secret }: { secret: boolean }): string {
  return variables
    .filter((one) => one.secret === secret)
    .map(({ name, value }) => `${name}=${value ?? MASK}`)
    .join("\n");
}

/** Refuses variables that are duplicated or too many. @throws Refusal M297. */
export function requireVariables(variables: readonly Variable[], field: string): void {
  const names = new Set<string>();
  let bytes = 0;
  for (const variable of variables) {
    const { name, value } = checked(variable, { field, where: variable.name || "A variable" });
    if (names.has(name)) throw wrong(field, name, "appears twice. Delete one of them.");
    names.add(name);
    bytes += new TextEncoder().encode(`${name}=${value ?? ""}`).length;
  }
  if (names.size > VARIABLES_MAX) throw wrong(field, "Variables", `there may be ${VARIABLES_MAX} of them.`);
  if (bytes > BYTES_MAX) throw wrong(field, "Variables", "all together may have 32 KiB. Put files on a volume.");
}

function checked(variable: Variable, { field, where }: { field: string; where: string }): Variable {
  const { name, value } = variable;
  // `__proto__` is a valid name in shells, but not in the objects that carry variables.
  if (!NAME.test(name) || name.length > NAME_MAX || name === "__proto__")
    throw wrong(field, where, "a name has letters, digits and _, at most 128, and begins with no digit.");
  if (value !== null && (value.length > VALUE_MAX || FORBIDDEN.test(value)))
    throw wrong(field, where, "a value is one line of at most 8,192 characters without control characters.");
  return variable;
}

function wrong(field: string, where: string, problem: string): Refusal {
  return Refusal.ofField(field, M.variablesWrong({ where, problem }));
}
