import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Task } from "../../../worker/cli/api/tasks";
import { addressFrom, publicKeyOf } from "../../../worker/cli/ssh/address";
import { connectionTo } from "../../../worker/cli/ssh/connection";
import { hostEntries, namesIn } from "../../../worker/cli/ssh/host-entries";

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

test("a task is a host with its own key and the private keys that it lets in", () => {
  const where = folder();
  const { text, names } = hostEntries([task()], { taken: new Set(), folder: where, keys: ["/home/me/.ssh/id"] });
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

test.each(["github.com", "work", "localhost"])("a task named %s takes nobody's name", (name) => {
  const taken = namesIn("Host *\n  User x\nhost WORK other\nMatch host a\n");
  const { names, text } = hostEntries([task({ task_name: name })], { taken, folder: folder(), keys: [] });
  expect(names).toEqual([`${name}.millrace`]);
  expect(text).toContain(`\nHost ${name}.millrace\n`);
});

test("tasks that cannot be reached, and names that are none, are left out", () => {
  const tasks = [task({ state: "starting", ssh_addr: "" }), task({ task_name: "a\nProxyCommand evil" })];
  expect(hostEntries(tasks, { taken: new Set(), folder: folder(), keys: [] }).names).toEqual([]);
});

test.each(["-oProxyCommand=evil:22", "host:22\nProxyCommand evil", "a b:22", "host", "host:22x", "$(evil):22"])(
  "an address that could be more than one is refused: %j",
  (address) => {
    expect(() => addressFrom(address)).toThrow("The server gave an address that is none");
  },
);

test("addresses and keys as they come", () => {
  expect(addressFrom("203.0.113.17:41022")).toEqual({ host: "203.0.113.17", port: "41022" });
  expect(addressFrom("[2001:db8::1]:22")).toEqual({ host: "2001:db8::1", port: "22" });
  expect(publicKeyOf("ssh-ed25519 AAAAC3 me@here")).toBe("ssh-ed25519 AAAAC3");
  expect(publicKeyOf("ssh-ed25519 AAAAC3\nevil")).toBe("ssh-ed25519 AAAAC3");
  expect(publicKeyOf("no key")).toBeNull();
});

test("without a host key of its own a task is believed once, never another one", () => {
  const { options } = connectionTo(task({ ssh_host_key: "" }), { folder: folder(), keys: [] });
  expect(Object.fromEntries(options)).toMatchObject({ StrictHostKeyChecking: "accept-new" });
});
