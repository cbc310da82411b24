import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentEnvironment } from "../../worker/up/agent-environment";
import { childEnvironment, withoutEnvFile } from "../../worker/up/child-environment";
import { sandboxEnvironment } from "../../worker/up/payment-sandbox";
import { root } from "../../worker/up/settings";

const MACHINE = { PATH: "/usr/bin", HOME: "/root", NODE_ENV: "production", MILLRACE_DATA_DIR: "/data" };
/**
 * Environment with which `npm start` may have been started, and its result: the product's variables, and others of a
 * shell.
 */
const EVERYTHING = {
  ...MACHINE,
  DATABASE_URL: "postgres://",
  MILLRACE_SECRET: "s",
  METRICS_TOKEN: "m",
  SMTP_URL: "smtp://",
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_SANDBOX_ORIGIN: "http://127.0.0.1:4002",
  CHAT_WEBHOOK_URL: "https://chat",
  SUPPORT_EMAIL: "a@b",
  INBOX_ADDRESS: "inbox@b",
  INBOUND_MAIL_SECRET: "relay",
  FIRST_ADMIN_EMAIL: "a@b",
  MILLRACE_DEMO: "1",
  HOST: "127.0.0.1",
  PORT: "4000",
  WORKER_PORT: "4001",
  MILLRACE_ENROLMENT_TOKEN: "t",
  MILLRACE_SSH_PORTS: "22000-22999",
  RATE_KEY_PER_MIN: "1",
  AWS_SECRET_ACCESS_KEY: "a",
  NPM_TOKEN: "n",
  SSH_AUTH_SOCK: "/ssh",
  SESSION_SECRET: "x",
  PGPASSWORD: "p",
};

describe("The environment of each child of `npm start`", () => {
  test("the agent: its own settings, no database, no secret, nothing about mail or payments", () => {
    const given = agentEnvironment({ env: EVERYTHING, nodesFile: "n", stateDir: "/s", workerPort: 4001 });
    expect(given).toEqual({
      ...MACHINE,
      MILLRACE_DATA_DIR: "/s",
      MILLRACE_VOLUMES_DIR: "/s/volumes",
      MILLRACE_VOLUMES_REACH: "shared",
      MILLRACE_VOLUMES_GB: "2000",
      MILLRACE_DEMO_NODES: "n",
      MILLRACE_SSH_PORTS: "22000-22999",
      MILLRACE_LIVE_URL: "http://127.0.0.1:4001",
    });
  });

  test("the payment sandbox: the database for its objects, and the secret that signs its webhooks", () => {
    expect(sandboxEnvironment(EVERYTHING, "http://127.0.0.1:4000")).toEqual({
      ...MACHINE,
      DATABASE_URL: "postgres://",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      SANDBOX_STRIPE_PORT: "4002",
      SANDBOX_WEBHOOK_URL: "http://127.0.0.1:4000/webhooks/stripe",
    });
  });

  test("the embedded database: only the machine", () => {
    expect(childEnvironment("database", EVERYTHING)).toEqual(MACHINE);
  });

  test("web and worker: the product's settings, and nothing else from the shell", () => {
    const given = childEnvironment("product", EVERYTHING);
    const { MILLRACE_ENROLMENT_TOKEN: _t, MILLRACE_SSH_PORTS: _p, ...rest } = EVERYTHING;
    const { AWS_SECRET_ACCESS_KEY: _a, NPM_TOKEN: _n, SSH_AUTH_SOCK: _o, ...others } = rest;
    const { SESSION_SECRET: _s, PGPASSWORD: _w, ...product } = others;
    expect(given).toEqual(product);
  });

  test.each([
    ["product", "app/platform/env.server.ts"],
    ["agent", "worker/agent/env.ts"],
  ] as const)("the list of %s is complete for %s", async (child, file) => {
    const source = await readFile(`${root}/${file}`, "utf8");
    const read = [...source.matchAll(/^ +([A-Z][A-Z0-9_]+): (?!given|workerPort)/gm)].map(([, name]) => name ?? "");
    expect(read.length).toBeGreaterThan(10);
    const all = Object.fromEntries(read.map((name) => [name, "1"]));
    // Demo nodes read their credentials from a file; `npm run dev` adds the address of live reload.
    const wanted = read.filter((name) => !["MILLRACE_ENROLMENT_TOKEN", "REMIX_DEV_ORIGIN"].includes(name));
    expect(Object.keys(childEnvironment(child, all)).sort()).toEqual([...new Set(wanted)].sort());
  });
});

test("a child does not read the env files of its folder again", () => {
  const folder = mkdtempSync(join(tmpdir(), "millrace-env-"));
  writeFileSync(join(folder, ".env"), "STRIPE_SECRET_KEY=sk_live_1\n");
  const args = withoutEnvFile(["-e", "console.log(process.env.STRIPE_SECRET_KEY)"]);
  const env = { PATH: process.env["PATH"], NODE_ENV: "production" } as const;
  expect(execFileSync(join(root, "node_modules/.bin/bun"), args, { cwd: folder, env }).toString()).toBe("undefined\n");
});
