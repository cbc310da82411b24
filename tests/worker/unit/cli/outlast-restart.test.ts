import { Command } from "commander";
import { expect, test, vi } from "vitest";
import { logs } from "../../../../worker/cli/commands/logs";
import { EXIT, Failure } from "../../../../worker/cli/failure";

vi.mock("node:timers/promises", () => ({ setTimeout: async () => {} }));

const away = new Failure("Cannot reach it.", { code: EXIT.unreachable });
const GUID = "00000000-0000-4000-8000-000000000000";

test("`logs -f` outlasts a server that restarts, and prints each piece once", async () => {
  const piece = (seq: number) => ({ seq, ts: 0, stream: "out", text: `${seq}\n` });
  const page = (after: number) => ({ lines: after < 2 ? [piece(after + 1)] : [], next_seq: Math.min(after + 1, 2) });
  let asked = 0;
  const GET = async (path: string, { params }: { params: { query?: { after_seq: number } } }) => {
    // Found at first; then the server is away for every other request.
    if ((asked += 1) > 4 && asked % 2 === 1) throw away;
    const answer = path.endsWith("/logs")
      ? page(params.query?.after_seq ?? 0)
      : { job: { resv_guid: GUID, ts_finished: asked > 8 ? 1 : 0 } };
    return { data: { retcode: "OK", ...answer }, response: new Response() };
  };
  const printed: string[] = [];
  const out = { raw: (text: string) => printed.push(text), note: () => {}, isTerminal: false, json: false };
  const program = new Command();
  logs(
    program,
    ((run: (context: unknown, ...args: unknown[]) => Promise<void>) =>
      async (...args: unknown[]) =>
        await run({ api: () => ({ GET }), out }, ...args)) as never,
  );
  await program.parseAsync(["node", "millrace", "logs", "-f", GUID]);
  expect(printed.join("")).toBe("1\n2\n");
  expect(asked).toBeGreaterThan(8);
});
