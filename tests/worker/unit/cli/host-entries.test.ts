import { mkdirSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Task } from "../../../../worker/cli/api/tasks";
import { Failure } from "../../../../worker/cli/failure";
import { addressFrom, publicKeyOf } from "../../../../worker/cli/ssh/address";
import { connectionTo } from "../../../../worker/cli/ssh/connection";
import { hostEntries, namesIn } from "../../../../worker/cli/ssh/host-entries";

const GUID = "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10";
const task = (more: Partial<Task> = {}) =>
  ({
    task_name: "train",
    resv_guid: GUID,
    state: "running",
    ssh_addr: "203.0.113.17:41022",
    ssh_host_key: "ssh-ed25519 AAAAC3Nza millrace",
    ...more,
  }) as Task;
const folder = () => mkdtempSync(join(tmpdir(), "cli hosts-"));

test("a task is a host with its own key and the private keys that it accepts", () => {
  const where = folder();
  const { text, names } = hostEntries([task()], {
    profile: "default",
    taken: new Set(),
    folder: where,
    keys: ["/home/me/.ssh/id"],
  });
  expect(names).toEqual(["train"]);
  expect(text.trimEnd().split("\n").slice(2)).toEqual([
    "Host train train.millrace",
    "  HostName 203.0.113.17",
    "  Port 41022",
    "  User root",
    `  HostKeyAlias millrace-${GUID}`,
    `  UserKnownHostsFile "${where}/millrace-${GUID}"`,
    "  StrictHostKeyChecking yes",
    "  IdentityFile /home/me/.ssh/id",
  ]);
  expect(readFileSync(join(where, `millrace-${GUID}`), "utf8")).toBe(`millrace-${GUID} ssh-ed25519 AAAAC3Nza\n`);
});

test.each(["github.com", "work", "localhost"])("a task named %s takes no other host's name", (name) => {
  const taken = namesIn("Host *\n  User x\nhost WORK other\nMatch host a\n");
  const { names, text } = hostEntries([task({ task_name: name })], {
    profile: "default",
    taken,
    folder: folder(),
    keys: [],
  });
  expect(names).toEqual([`${name}.millrace`]);
  expect(text).toContain(`\nHost ${name}.millrace\n`);
});

test("unreachable tasks, and invalid names, are omitted", () => {
  const tasks = [task({ state: "starting", ssh_addr: "" }), task({ task_name: "a\nProxyCommand evil" })];
  expect(hostEntries(tasks, { profile: "default", taken: new Set(), folder: folder(), keys: [] }).names).toEqual([]);
});

test.each(["-oProxyCommand=evil:22", "host:22\nProxyCommand evil", "a b:22", "host", "host:22x", "$(evil):22"])(
  "an ambiguous address is refused: %j",
  (address) => {
    expect(() => addressFrom(address)).toThrow("The server sent an invalid address");
  },
);

test("addresses and keys are kept", () => {
  expect(addressFrom("203.0.113.17:41022")).toEqual({ host: "203.0.113.17", port: "41022" });
  expect(addressFrom("[2001:db8::1]:22")).toEqual({ host: "2001:db8::1", port: "22" });
  expect(publicKeyOf("ssh-ed25519 AAAAC3 me@here")).toBe("ssh-ed25519 AAAAC3");
  expect(publicKeyOf("ssh-ed25519 AAAAC3\nevil")).toBe("ssh-ed25519 AAAAC3");
  expect(publicKeyOf("no key")).toBeNull();
});

const HOSTILE = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "/../../authorized_keys",
    "../../../.ssh/authorized_keys",
    `${GUID}\nProxyCommand evil`,
    `${GUID}\n`,
    ` ${GUID}`,
    `${GUID}/x`,
    "",
  ),
  fc
    .tuple(fc.constantFrom("", GUID, "/.."), fc.constantFrom("\n", "\r", "\0", "/", "\u2028", " "), fc.string())
    .map((p) => p.join("")),
);

test("an invalid UUID names no file and no line", () => {
  const above = folder();
  const where = join(above, "one", "two");
  mkdirSync(where, { recursive: true });
  const options = { profile: "default", taken: new Set<string>(), folder: where, keys: [] };
  fc.assert(
    fc.property(HOSTILE, (resv_guid) => {
      expect(() => connectionTo(task({ resv_guid }), options)).toThrow("The server sent an invalid task id");
      expect(() => hostEntries([task({ resv_guid })], options)).toThrow("The server sent an invalid task id");
    }),
  );
  expect(readdirSync(above, { recursive: true }).sort()).toEqual(["one", join("one", "two")]);
});

test("no value of the server or of a file's name makes its own line", () => {
  const where = folder();
  const words = fc.string({ unit: "binary" });
  const parts = fc.record(
    { task_name: words, ssh_addr: words, ssh_host_key: words.map((end) => `ssh-ed25519 AAAAC3${end}`) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(parts, fc.array(words), (more, keys) => {
      let text: string;
      try {
        ({ text } = hostEntries([task(more)], { profile: "default", taken: new Set(), folder: where, keys }));
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
        return;
      }
      const known =
        /^(#|Host |  (HostName|Port|User|HostKeyAlias|UserKnownHostsFile|StrictHostKeyChecking|IdentityFile) |$)/;
      expect(text.split(/[\n\r\0]/).filter((line) => !known.test(line))).toEqual([]);
      expect(text.split("\n").filter((line) => line.startsWith("  IdentityFile")).length).toBeLessThanOrEqual(
        keys.length,
      );
      for (const name of readdirSync(where)) expect(readFileSync(join(where, name), "utf8")).toMatch(/^[^\n\r\0]*\n$/);
    }),
  );
  expect(() => connectionTo(task(), { folder: where, keys: ["/home/me/.ssh/id\nProxyCommand evil"] })).toThrow(
    "control",
  );
});

test.each(["", "no key", "ssh-ed25519", "ssh-ed25519 \n"])(
  "with %j for its host key a task gets no connection",
  (ssh_host_key) => {
    const options = { profile: "default", taken: new Set<string>(), folder: folder(), keys: [] };
    expect(() => connectionTo(task({ ssh_host_key }), options)).toThrow("sent no host key for train");
    expect(hostEntries([task({ ssh_host_key }), task({ task_name: "other" })], options).names).toEqual(["other"]);
  },
);
