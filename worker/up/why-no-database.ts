import { noRoom } from "./disk-faults";
import { reasonOf } from "./initdb";

/** Explains the last messages of PostgreSQL before it ended, in one sentence for the common ones. */
export function whyNoDatabase(dir: string, output: string): string {
  const [, made, runs] = /initialized by PostgreSQL version (\S+),.* this version ([\d.]*\d)/.exec(output) ?? [];
  if (made)
    return `The data in ${dir} was made by PostgreSQL ${made}, and this program brings ${runs}: start the version of Millrace that made it. Nothing was changed.`;
  // After repeated interruptions PostgreSQL guesses that its data is corrupted and a backup is needed.
  if (output.includes("No space left on device")) return noRoom(dir);
  return `The database did not start: ${reasonOf(output) || "it was ended from outside"}`;
}

/** Explains why the database in the folder accepts no session; null for an error that says so itself. */
export function whyNoSession(dir: string, error: unknown): Error | null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "53100") return new Error(noRoom(dir));
  if (code !== "28P01") return null;
  return new Error(
    `The database does not accept the password in ${dir}.password. Put the file back from your copy of the data folder.`,
  );
}
