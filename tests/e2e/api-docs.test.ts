import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { until } from "../support/until";
import { jobNamed } from "./support/api";
import { useBrowser } from "./support/browser";
import { differences, type DocumentedCall, readDocumentedCalls } from "./support/documented-calls";
import { logIn, showApiKey } from "./support/people";
import { makeKeyPair } from "./support/ssh";

const PAGE = "docs/api.md";
const calls = readDocumentedCalls(PAGE);

const { visitor } = useBrowser();
let shell: Record<string, string>;

beforeAll(async () => {
  const page = await visitor();
  await logIn(page, "customer");
  const home = mkdtempSync(join(tmpdir(), "millrace-home-"));
  mkdirSync(join(home, ".ssh"));
  const { file } = await makeKeyPair();
  copyFileSync(`${file}.pub`, join(home, ".ssh/id_ed25519.pub"));
  shell = {
    HOME: home,
    MILLRACE_URL: inject("origin"),
    MILLRACE_KEY: await showApiKey(page),
  };
});

describe("Everything in docs/api.md works for a reader", () => {
  test.each(calls)("line $line", async (call) => {
    if (call.command.includes("$RESV_GUID")) await untilItRuns("my-first-run");
    const { status, body } = run(call.command);
    expect([status, body === null]).toEqual([call.status, call.answer === null]);
    expect(differences(call.answer, body), JSON.stringify(body)).toEqual([]);
    remember(body);
  });

  test("and it shows every call that a key opens to a customer, or that needs none", async () => {
    const documented = calls.map((call) => targetOf(call));
    const missing = (await customerCalls()).filter(({ method, path }) => {
      const wanted = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`);
      return !documented.some((one) => one.method === method && wanted.test(one.path));
    });
    const named = missing.filter(({ method, path }) => !text().includes(`${method} ${path}`));
    expect(named.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

/** Runs the block as a shell does; curl's remaining output is the status. */
function run(command: string): { status: number; body: unknown } {
  const said = execFileSync(
    "bash",
    ["--norc", "-euc", `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n${command}`],
    {
      env: { ...process.env, ...shell },
      encoding: "utf8",
    },
  );
  const at = said.lastIndexOf("\n");
  return { status: Number(said.slice(at + 1)), body: parse(said.slice(0, at)) };
}

/** Null if it is not JSON, such as a log. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** The page lets readers export a value of an answer. */
function remember(body: unknown): void {
  const { resv_guid: guid, id } = (body ?? {}) as { resv_guid?: string; id?: number };
  if (guid) shell["RESV_GUID"] = guid;
  if (id) shell["KEY_ID"] = String(id);
}

async function untilItRuns(taskName: string): Promise<void> {
  const key = shell["MILLRACE_KEY"] ?? "";
  await until(`${taskName} runs`, async () => (await jobNamed(key, taskName))?.state === "running");
}

async function customerCalls(): Promise<{ method: string; path: string }[]> {
  const response = await fetch(`${inject("origin")}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { description = "", security }]) => {
        const open = security.some((one) => "apiKey" in one || Object.keys(one).length === 0);
        return open && !description.startsWith("Role");
      })
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
}

interface Described {
  description?: string;
  security: object[];
}

function targetOf({ command }: DocumentedCall): { method: string; path: string } {
  const path = /\$MILLRACE_URL([^"?\s]*)/.exec(command)?.[1] ?? "";
  const sends = / (-d|--data\S*) /.test(command);
  return { method: sends ? "POST" : "GET", path: path.replace("$RESV_GUID", "guid") };
}

/** A call without an example may be described in a sentence. */
function text(): string {
  return readFileSync(PAGE, "utf8");
}
