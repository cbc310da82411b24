/** Describes a mismatch between the migrations of a database and those of a program; null if they fit. */
export function versionWordsOf(known: readonly string[], applied: readonly string[]): string | null {
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) return newerWords(newer);
  const lacking = known.filter((name) => !applied.includes(name));
  return lacking.length > 0 ? lackingWords(lacking.length) : null;
}

/** The message for tables that a newer program has migrated. */
export function newerWords(names: readonly string[]): string {
  return `This database was made by a newer version of Millrace (it has ${names.join(", ")}, which this program does not know). Start that version, or restore a backup from before it.`;
}

export function lackingWords(count: number): string {
  const migrations = count === 1 ? "a migration" : `${count} migrations`;
  return `This database lacks ${migrations} of this version of Millrace. Run \`npm run migrate\`.`;
}
