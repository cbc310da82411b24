// `npm run verify-audit [-- NUMBER:HASH]`: proves that no row of the audit was changed, removed or inserted.
import { parseArgs } from "node:util";
import type { Queryable } from "~/platform/db.server";
import { trimmedEnvironment } from "~/platform/given-environment";
import { filled, type Values } from "~/platform/named-values";
import { type AuditVerdict, type ChainPlace, verifyAudit } from "~/platform/verify-audit.server";
import { connectAlone } from "./backup/session";
import { openBeside } from "./backup/target";
import { untilStopped } from "./until-stopped";

const env = trimmedEnvironment(process.env);
const HOW = "How: npm run verify-audit [-- NUMBER:HASH], the newest link of an earlier day, as it was printed then.";

await untilStopped(verify, { stopped: "Nothing was verified." });

async function verify(signal: AbortSignal): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const kept = positionals.length > 0 ? readKept(positionals) : null;
  const target = await openBeside(env, signal);
  try {
    const client = await connectAlone(target.url, "millrace-verify-audit", signal);
    const connection: Queryable = {
      query: async <Row extends object>(text: string, values?: Values) =>
        (await client.query<Row>(filled(text, values))).rows,
    };
    const verdict = await verifyAudit(connection, kept).finally(() => client.end());
    say(verdict, kept);
  } finally {
    await target.release();
  }
}

function readKept(given: string[]): ChainPlace {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(given.join(" ")) ?? [];
  if (!number || !hash) throw new Error(HOW);
  return { number: Number(number), hash };
}

function say({ fault, rows, from, to, newest, pruned }: AuditVerdict, kept: ChainPlace | null): void {
  const until = from && to ? ` from ${from.toISOString()} to ${to.toISOString()}` : "";
  if (fault !== null)
    throw new Error(`The audit is BROKEN. ${fault}${rows > 0 ? `\n${rows} rows before that fit${until}.` : ""}`);
  console.log(`The audit is intact: ${rows} rows${until}.`);
  if (pruned > 0) console.log(`Links up to ${pruned} were pruned: rows older than two years.`);
  if (kept) console.log(`Link ${kept.number} is the one that was kept.`);
  console.log(`Keep this elsewhere, for a later check: ${newest.number}:${newest.hash}`);
}
