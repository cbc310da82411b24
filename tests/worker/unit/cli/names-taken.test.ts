import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Api } from "../../../../worker/cli/api/client";
import type { Task } from "../../../../worker/cli/api/tasks";
import type { CliEnv } from "../../../../worker/cli/env";
import { namesTaken } from "../../../../worker/cli/ssh/names-taken";
import { changeUserConfig, writeHosts } from "../../../../worker/cli/ssh/user-config";

const { PATH } = process.env;
afterEach(() => void (process.env["PATH"] = PATH));

const taken = async (configuration: string, names = ["train", "a"]) => {
  const folder = mkdtempSync(join(tmpdir(), "names taken-"));
  const found = await namesTaken(names, { configuration, folder });
  expect(readdirSync(folder)).toEqual([]);
  return [...found];
};

test.each([
  ["no configuration", ""],
  ["what holds for every host", "Host *\n  User me\n  ControlPath /tmp/%C\n  ProxyCommand nc %h %p\n"],
  ["a path of each host's own", "Host *\n  ControlPath /tmp/%h-%p\n  UserKnownHostsFile /tmp/known-%h\n"],
  ["other hosts", "Host trainer work\n  HostName 192.0.2.1\nMatch host b*\n  Port 2222\n"],
])("with %s a name is free", async (_what, configuration) => {
  expect(await taken(configuration)).toEqual([]);
});

test.each([
  ["a host of that name", "Host train\n  HostName 192.0.2.1\n", ["train"]],
  ["one without an address of its own", "host train\n  User me\n", ["train"]],
  ["a pattern", "Host tr*\n  Port 2222\n", ["train"]],
  ["a condition", "Match originalhost train\n  ProxyJump gate\n", ["train"]],
  ["an address for every host", "Host *\n  HostName %h.corp.example\n", ["train", "a"]],
  ["a file that ssh does not read", "Host *\n  Nonsense yes\n", ["train", "a"]],
])("by %s it is taken", async (_what, configuration, names) => {
  expect(await taken(configuration)).toEqual(names);
});

test("by an included file, and by one included there, it is taken", async () => {
  const folder = mkdtempSync(join(tmpdir(), "included-"));
  const mode = { mode: 0o600 };
  writeFileSync(join(folder, "one"), `Include ${join(folder, "two")}\n`, mode);
  writeFileSync(join(folder, "two"), "Host train\n  HostName 192.0.2.1\n", mode);
  expect(await taken(`Include ${join(folder, "one")}\n`)).toEqual(["train"]);
});

test("without ssh, every name is taken", async () => {
  process.env["PATH"] = "/nowhere";
  expect(await taken("")).toEqual(["train", "a"]);
});

test("a task keeps its own name over repeated writes, and loses it to a later host", async () => {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  const env = { home, folder: join(home, "millrace") } as CliEnv;
  const task = { task_name: "train", resv_guid: "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10", state: "running" };
  const tasks = [{ ...task, ssh_addr: "203.0.113.17:41022", ssh_host_key: "ssh-ed25519 AAAAC3Nza" } as Task];
  const write = async () => await writeHosts({ env, api: {} as Api, profile: "default", tasks });
  expect(await write()).toEqual(["train"]);
  changeUserConfig(env, "add");
  expect(await write()).toEqual(["train"]);
  const [mine, other] = [join(home, ".ssh", "config"), join(home, "other")];
  writeFileSync(other, "Host train\n  HostName 192.0.2.1\n", { mode: 0o600 });
  writeFileSync(mine, `Include ${other}\n`, { flag: "a" });
  expect(await write()).toEqual(["train.millrace"]);
});

test("a task never takes a name of another profile's task", async () => {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  const env = { home, folder: join(home, "millrace") } as CliEnv;
  const write = async (profile: string, resv_guid: string) => {
    const task = { task_name: "train", resv_guid, state: "running", ssh_addr: "203.0.113.17:41022" };
    const tasks = [{ ...task, ssh_host_key: "ssh-ed25519 AAAAC3Nza" } as Task];
    return await writeHosts({ env, api: {} as Api, profile, tasks });
  };
  const [one, other] = ["7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10", "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e11"];
  expect(await write("work", one)).toEqual(["train"]);
  expect(await write("default", other)).toEqual(["train.default.millrace"]);
  expect(await write("work", one)).toEqual(["train"]);
});

function aTask(task_name: string): Task {
  const fields = {
    resv_guid: "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10",
    state: "running",
    ssh_addr: "203.0.113.17:41022",
  };
  return { task_name, ...fields, ssh_host_key: "ssh-ed25519 AAAAC3Nza" } as Task;
}
const hostsIn = (env: CliEnv, profile: string) =>
  [...readFileSync(join(env.folder, "ssh", `${profile}.conf`), "utf8").matchAll(/^Host (.*)$/gm)].map(
    ([, names]) => names,
  );

test("two configuration folders with the same home have no name in common", async () => {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  const envs = ["one", "two"].map((name) => ({ home, folder: join(home, name) }) as CliEnv);
  for (const env of envs) {
    await writeHosts({ env, api: {} as Api, profile: "default", tasks: [aTask("train")] });
    changeUserConfig(env, "add");
  }
  expect(envs.map((env) => hostsIn(env, "default"))).toEqual([["train train.millrace"], ["train.default.millrace"]]);
});

test("of one profile, and of several, no two tasks have the same name", async () => {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  const env = { home, folder: join(home, "millrace") } as CliEnv;
  const write = async (profile: string, ...names: string[]) => {
    await writeHosts({ env, api: {} as Api, profile, tasks: names.map(aTask) });
    return hostsIn(env, profile);
  };
  await write("a", "train");
  expect(await write("b", "train", "train.b")).toEqual(["train.b.2.millrace", "train.b.millrace"]);
  expect(await write("b.conf", "other")).toEqual(["other other.millrace"]);
  expect(await write("b", "train")).toEqual(["train.b.millrace"]);
});
