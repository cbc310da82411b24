import type pg from "pg";

/** A node of PostgreSQL's own analysis of a statement, such as `VAR` with its `varno` and `varattno`. */
export interface Tree {
  kind: string;
  of: Record<string, Part>;
}

export type Part = string | Tree | Part[];

/**
 * PostgreSQL's analysis of a statement with these parameter types, each column with its table and each join with the
 * columns that it may leave empty: a function of that statement stores it.
 */
export async function analyse(client: pg.Client, text: string, types: readonly string[]): Promise<Tree> {
  await client.query("begin");
  try {
    await client.query(
      `create function pg_temp.analysed(${types.join(", ")}) returns setof record language sql begin atomic ${text}\n; end`,
    );
    const { rows } = await client.query<{ body: string }>(
      `select prosqlbody::text as body from pg_proc where oid = 'pg_temp.analysed'::regproc`,
    );
    const query = first(parse(rows[0]?.body ?? ""));
    if (!isTree(query)) throw new Error("the database stored no analysis");
    return query;
  } finally {
    await client.query("rollback");
  }
}

/** `{KIND :name part …}`, `(part …)`, a word, or `<>` for nothing. */
function parse(text: string): Part {
  const words = text.match(/"(?:[^"\\]|\\.)*"|[{}()]|(?:[^\s{}()\\]|\\.)+/g) ?? [];
  let at = 0;
  const next = (): Part => {
    const word = words[at++] ?? "";
    if (word === "{") return tree();
    if (word === "(") return list();
    return word;
  };
  const list = (): Part[] => {
    const parts: Part[] = [];
    while (at < words.length && words[at] !== ")") parts.push(next());
    at += 1;
    return parts;
  };
  const tree = (): Tree => {
    const found: Tree = { kind: words[at++] ?? "", of: {} };
    while (at < words.length && words[at] !== "}") {
      const name = (words[at++] ?? "").slice(1);
      const parts: Part[] = [];
      while (at < words.length && words[at] !== "}" && !words[at]?.startsWith(":")) parts.push(next());
      const [only = ""] = parts;
      found.of[name] = parts.length === 1 ? only : parts;
    }
    at += 1;
    return found;
  };
  return next();
}

function first(part: Part): Part {
  return Array.isArray(part) ? first(part[0] ?? "") : part;
}

export function isTree(part: Part | undefined): part is Tree {
  return typeof part === "object" && !Array.isArray(part);
}

/** The nodes of a list; empty without a list. */
export function treesOf(part: Part | undefined): Tree[] {
  return Array.isArray(part) ? part.flatMap((one) => (isTree(one) ? [one] : treesOf(one))) : [];
}

/** A member that is a node, and one that is a number. */
export function nodeOf({ of }: Tree, name: string): Tree | null {
  const part = of[name];
  return isTree(part) ? part : null;
}
export function numberOf({ of }: Tree, name: string): number {
  return Number(of[name]);
}
