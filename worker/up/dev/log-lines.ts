/** Pino's level for errors. */
const ERROR = 50;

interface Entry {
  level?: number;
  msg?: string;
  err?: { stack?: string; message?: string };
}

/** Returns the error in a log entry, with its stack. */
export function errorOf(line: string): string | null {
  const entry = entryOf(line);
  if (!entry || (entry.level ?? 0) < ERROR) return null;
  return [entry.msg, entry.err?.stack ?? entry.err?.message].filter(Boolean).join("\n");
}

/** The sentence of an entry of a log, such as "web listens". */
export function sentenceOf(line: string): string | null {
  return entryOf(line)?.msg ?? null;
}

function entryOf(line: string): Entry | null {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}
