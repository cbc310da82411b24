/** Addresses at which the parts of the product ask each other. */
const OWN = ["127.0.0.1", "localhost", "::1"];

/**
 * Corrects variables of a shell that would misdirect `npm start` itself: a proxy of the network cannot reach this
 * machine's own ports, and those of PostgreSQL's clients (`PGSSLMODE`, `PGOPTIONS`) mean another server.
 */
export function correctShell(shell: Record<string, string | undefined>): void {
  for (const name of Object.keys(shell)) if (/^PG[A-Z]+$/.test(name)) delete shell[name];
  const kept = shell["no_proxy"] || shell["NO_PROXY"];
  // Programs differ in which of them they read.
  for (const name of ["no_proxy", "NO_PROXY"]) shell[name] = [kept, ...OWN].filter(Boolean).join(",");
}
