/** A write, but neither `for update` nor `do update set`. */
const WRITE = /\b(insert into|delete from|copy|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?([a-z_][\w.]*)/gi;
const FROM = /\bfrom\s+(?:only\s+)?([a-z_][\w.]*)/i;
/** Enough to find it in the source; some are longer than 7,000, and a page has several. */
const TEXT_MAX = 500;
const WORD = /[a-z]+/i;

interface Described {
  /** Short name with few distinct values, such as `update task`. */
  summary: string;
  attributes: Record<string, string>;
}

/** Statements are constants of the program, so there are as many as in its source. */
const described = new Map<string, Described>();

/** Describes a statement by the words of OpenTelemetry's conventions for databases. */
export function describeStatement(text: string): Described {
  const known = described.get(text);
  if (known) return known;
  const fresh = read(text);
  described.set(text, fresh);
  return fresh;
}

function read(text: string): Described {
  const [first] = [...text.matchAll(WRITE)].map(([, verb = "", table = ""]) => ({
    operation: verb.toLowerCase().split(" ")[0] ?? "",
    table,
  }));
  const operation = first?.operation ?? (FROM.test(text) ? "select" : (WORD.exec(text)?.[0].toLowerCase() ?? ""));
  const table = first?.table ?? FROM.exec(text)?.[1];
  const summary = table === undefined ? operation : `${operation} ${table}`;
  return {
    summary,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      ...(table === undefined ? {} : { "db.collection.name": table }),
      "db.query.summary": summary,
      "db.query.text": text.replaceAll(/\s+/g, " ").trim().slice(0, TEXT_MAX),
    },
  };
}
