import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addressOf, readLogin, requireLogin } from "../../../../worker/cli/account/login-state";
import { readProfiles, writeProfiles } from "../../../../worker/cli/account/profiles";
import type { CliEnv } from "../../../../worker/cli/env";
import { EXIT } from "../../../../worker/cli/failure";

function envWith(more: Partial<CliEnv> = {}): CliEnv {
  const folder = join(mkdtempSync(join(tmpdir(), "cli-profiles-")), "millrace");
  return { folder, ...more } as CliEnv;
}
const stored = { url: "https://one.example", api_key: "mr_stored" };
const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as { code?: number }).code;
  }
  return undefined;
};

test("keys are stored for their owner only, even if the file was open to others", () => {
  const env = envWith();
  writeProfiles(env.folder, { default: stored });
  const file = join(env.folder, "config.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(env.folder).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ profiles: { default: stored } });
  expect(readProfiles(env.folder)).toEqual({ default: stored });
});

test("a damaged file is reported, not overwritten", () => {
  const env = envWith();
  writeProfiles(env.folder, {});
  writeFileSync(join(env.folder, "config.json"), "{ not json");
  expect(() => readProfiles(env.folder)).toThrow("cannot be read");
});

test("the environment overrides the file, a profile is chosen by name", () => {
  const env = envWith();
  const other = { url: "https://two.example", api_key: "mr_two" };
  writeProfiles(env.folder, { default: stored, work: other });
  expect(requireLogin(env, undefined)).toMatchObject({ url: stored.url, apiKey: "mr_stored", profile: "default" });
  expect(requireLogin(env, "work")).toMatchObject({ url: other.url, apiKey: "mr_two" });
  expect(requireLogin({ ...env, profile: "work" }, undefined)).toMatchObject({ apiKey: "mr_two" });
  expect(requireLogin({ ...env, apiKey: "mr_env" }, undefined)).toMatchObject({ url: stored.url, apiKey: "mr_env" });
});

test("a stored key is never sent to another address", () => {
  const env = envWith();
  writeProfiles(env.folder, { default: stored });
  expect(readLogin({ ...env, url: "https://evil.example" }, undefined).apiKey).toBeUndefined();
  expect(codeOf(() => requireLogin({ ...env, url: "https://evil.example" }, undefined))).toBe(EXIT.login);
});

test("without a login, with an unknown profile, with a name that is a path", () => {
  expect(codeOf(() => requireLogin(envWith(), undefined))).toBe(EXIT.login);
  expect(codeOf(() => requireLogin(envWith(), "nope"))).toBe(EXIT.login);
  expect(codeOf(() => requireLogin(envWith(), "../x"))).toBe(EXIT.usage);
});

test.each([
  ["https://gpus.example.com/", "https://gpus.example.com"],
  ["gpus.example.com", "https://gpus.example.com"],
  ["http://127.0.0.1:3000/tasks?x", "http://127.0.0.1:3000"],
])("the address of %s", (typed, origin) => {
  expect(addressOf(typed)).toBe(origin);
});

test.each(["", "https://", "not an address", "https://user@evil.example"])("%j is not an address", (typed) => {
  expect(codeOf(() => addressOf(typed))).toBe(EXIT.usage);
});
