import { mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readProfiles, writeProfiles } from "../../../../worker/cli/account/profiles";
import type { CliEnv } from "../../../../worker/cli/env";
import { EXIT } from "../../../../worker/cli/failure";
import { makeProgram } from "../../../../worker/cli/program";

let server: Server;
let url: string;
let env: CliEnv;
/** Requests, each with its key. */
let asked: string[];
/** Paths that answer with an error, and its status. */
let broken: Record<string, number>;

beforeEach(async () => {
  asked = [];
  broken = {};
  env = { folder: join(mkdtempSync(join(tmpdir(), "cli-login-")), "millrace"), noColour: true } as CliEnv;
  server = createServer((request, response) => {
    const path = String(request.url);
    asked.push(`${path} ${request.headers.authorization ?? "-"}`);
    const status = broken[path] ?? 200;
    const answers: Record<string, object> = {
      "/v1/device/authorize": {
        device_code: "device",
        user_code: "WDJB-MJHT",
        verification_uri: `${url}/device`,
        verification_uri_complete: `${url}/device?user_code=WDJB-MJHT`,
        expires_in: 5,
        interval: 0.01,
      },
      "/v1/device/token": { api_key: "mr_newnewnew", expires_ts: 1714000000 },
      "/users/self": { email: "me@example.com" },
    };
    response.writeHead(status, { "Content-Type": "application/json" });
    const retcode = status === 200 ? "OK" : "ERROR";
    response.end(JSON.stringify({ retcode, human_readable_message: "Said.", ...answers[path] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});

const millrace = (...words: string[]) => makeProgram(env).parseAsync(["node", "millrace", ...words]);
const revocations = () => asked.filter((one) => one.startsWith("/v1/api-keys/revoke"));
const NEW = { api_key: "mr_newnewnew", expires_ts: 1714000000 };

test("a new key is stored before anything else can fail, and logout revokes it", async () => {
  broken = { "/users/self": 403 };
  await expect(millrace("login", url)).rejects.toMatchObject({ code: EXIT.refused });
  expect(readProfiles(env.folder)).toEqual({ default: { url, ...NEW } });
  await millrace("logout");
  expect(revocations()).toEqual(["/v1/api-keys/revoke Bearer mr_newnewnew"]);
});

test("a second login into a profile revokes the key of the first one, and no other one", async () => {
  const other = { url, api_key: "mr_otherother", expires_ts: 1 };
  writeProfiles(env.folder, { default: { url, api_key: "mr_formerformer", expires_ts: 1 }, work: other });
  await millrace("login", url);
  expect(revocations()).toEqual(["/v1/api-keys/revoke Bearer mr_formerformer"]);
  expect(readProfiles(env.folder)).toEqual({ default: { url, ...NEW, email: "me@example.com" }, work: other });
});

test.each([400, 401, 403])("a former key that cannot be ended (%d) fails no login", async (status) => {
  broken = { "/v1/api-keys/revoke": status };
  writeProfiles(env.folder, { default: { url, api_key: "mr_formerformer", expires_ts: 1 } });
  await millrace("login", url);
  expect(readProfiles(env.folder)["default"]).toMatchObject(NEW);
  const said = vi.mocked(process.stderr.write).mock.calls.join("");
  expect(said.includes("could not be revoked")).toBe(status !== 401);
});

test("a typed key is the user's to revoke; a wrong one replaces no login", async () => {
  const given = { url, api_key: "mr_givengiven" };
  writeProfiles(env.folder, { default: given });
  broken = { "/users/self": 401 };
  await expect(millrace("login", url, "--key", "mr_wrongwrong")).rejects.toMatchObject({ code: EXIT.login });
  expect(readProfiles(env.folder)).toEqual({ default: given });
  broken = {};
  await millrace("login", url, "--key", "mr_secondsecond");
  expect(revocations()).toEqual([]);
});

test.each(["constructor", "toString", "hasOwnProperty"])("an unknown profile is not a login: %s", async (name) => {
  writeProfiles(env.folder, { default: { url, api_key: "mr_givengiven" } });
  await expect(millrace("logout", "--profile", name)).rejects.toMatchObject({ code: EXIT.notFound });
  await expect(millrace("whoami", "--profile", name)).rejects.toMatchObject({ code: EXIT.login });
  expect(Object.keys(readProfiles(env.folder))).toEqual(["default"]);
});
