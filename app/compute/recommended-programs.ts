/** Programs that pages and guides recommend in a task, if its image has them. */
export const RECOMMENDED_PROGRAMS = ["git", "rsync", "tmux", "vim"];

/** Writes the line with which a task's server reports its recommended programs. */
export function programsLine(there: readonly string[]): string {
  return `programs: ${there.join(" ") || "none"}`;
}

/** Reads the programs of a task from its server's log; null if it reports none, as servers of older agents. */
export function programsIn(log: string): string[] | null {
  const [, line] = /programs: ([a-z ]+)$/m.exec(log) ?? [];
  return line === undefined ? null : RECOMMENDED_PROGRAMS.filter((name) => line.split(" ").includes(name));
}
