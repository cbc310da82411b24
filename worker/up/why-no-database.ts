import { noRoom } from "./disk-faults";
import { reasonOf } from "./initdb";

/** Explains the last messages of PostgreSQL before it ended, in one sentence for the common ones. */
export function whyNoDatabase(dir: string, said: string): string {
  const [, made, runs] = /initialized by PostgreSQL version (\S+),.* this version ([\d.]+)/.exec(said) ?? [];
  if (made)
    return `The data in ${dir} was made by PostgreSQL ${made}, and this program brings ${runs}: start the version of Millrace that made it. Nothing was changed.`;
  // After repeated interruptions PostgreSQL guesses that its data is corrupted and a backup is needed.
  if (said.includes("No space left on device")) return noRoom(dir);
  return `The database did not start: ${reasonOf(said) || "it was ended from outside"}`;
}
