/** Values of a statement: a list for `$1`, `$2`, …, or an object whose members fill `$name`. */
export type Values = readonly unknown[] | Readonly<Record<string, unknown>>;

interface Numbered {
  text: string;
  /** The name that each number stands for, in order. */
  names: readonly string[];
}

const known = new Map<string, Numbered>();

/**
 * Returns a statement with `$name`s in PostgreSQL's form: numbered by their first use. @throws Error if it also
 * contains `$1`.
 */
export function numbered(text: string): Numbered {
  const before = known.get(text);
  if (before) return before;
  const names: string[] = [];
  const changed = text.replaceAll(/\$([a-zA-Z_]\w*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  if (names.length > 0 && /\$\d/.test(text)) throw new Error(`names and numbers in one statement: ${text}`);
  const statement = { text: changed, names };
  known.set(text, statement);
  return statement;
}

/** A statement and its values as the driver takes them. @throws Error for a name without a value: it would become null. */
export function filled(text: string, values: Values = []): { text: string; values: unknown[] } {
  if (isList(values)) return { text, values: [...values] };
  const statement = numbered(text);
  const missing = statement.names.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new Error(`no value for $${missing.join(", $")} of: ${text}`);
  return { text: statement.text, values: statement.names.map((name) => values[name]) };
}

function isList(values: Values): values is readonly unknown[] {
  return Array.isArray(values);
}
