import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
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

const LONG = [["train.millrace", "train.work.millrace"]];
const longTaken = async (configuration: string) => {
  const folder = mkdtempSync(join(tmpdir(), "names taken-"));
  return [...(await namesTaken([], { configuration, folder, long: LONG }))];
};
const fileWith = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), "included-")), "one");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
};
const ELSEWHERE = "  HostName 192.0.2.1\n";

test.each([
  ["of that name", `Host train.millrace\n${ELSEWHERE}`],
  ["of that name in quotes", `Host "train.millrace"\n${ELSEWHERE}`],
  ["of that name, partly in quotes", `Host tr"ain.mill"race\n${ELSEWHERE}`],
  ["after an equals sign", `=Host=train.millrace\n${ELSEWHERE}`],
  ["of a pattern", `Host other t?ain.mill*\n${ELSEWHERE}`],
  ["not of a pattern", `Host *.millrace !train.mill*\n${ELSEWHERE}`],
  ["of a match", `Match originalhost train.millrace\n${ELSEWHERE}`],
  ["by a program's word", `Match exec "test %n = train.millrace"\n${ELSEWHERE}`],
  ["in an included file", `Include ${fileWith(`Host train.millrace\n${ELSEWHERE}`)}\n`],
  [
    "in one included there by a pattern",
    `Include ${fileWith(`Include ${fileWith(`Host train.mill*\n${ELSEWHERE}`)}*`)}\n`,
  ],
  ["with an included address", `Host train.millrace\n  Include ${fileWith(ELSEWHERE)}\n`],
])("a host %s takes a long name, and only that", async (_what, configuration) => {
  expect(await longTaken(configuration)).toEqual(["train.millrace"]);
});

test.each([
  ["for a pattern", `Host train.*\n${ELSEWHERE}`, LONG.flat()],
  ["for every long name", `Host *.millrace\n${ELSEWHERE}`, []],
  ["without an address", "Host train.millrace\n  Port 2222\n", []],
])("a host %s takes the long names that then lead elsewhere", async (_what, configuration, names) => {
  expect(await longTaken(configuration)).toEqual(names);
});

/** Puts a program before ssh that notes its start and its end; returns the greatest number at the same time, and all. */
function watchSsh(): () => { asked: string[]; atOnce: number } {
  const folder = mkdtempSync(join(tmpdir(), "watched-"));
  const log = join(folder, "log");
  const ssh = execFileSync("sh", ["-c", "command -v ssh"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh\nfor name; do :; done\necho "+$name" >> ${log}\n${ssh} "$@"\necho - >> ${log}\n`;
  writeFileSync(join(folder, "ssh"), script, { mode: 0o700 });
  process.env["PATH"] = `${folder}:${PATH}`;
  return () => {
    const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
    let now = 0;
    const counts = lines.map((line) => (now += line === "-" ? -1 : 1));
    return { asked: lines.filter((line) => line !== "-").map((line) => line.slice(1)), atOnce: Math.max(...counts) };
  };
}

const USUAL = `Host *.corp.example work\n  User me\nInclude ${fileWith(`Host gate\n${ELSEWHERE}`)}\nHost *\n  User me\n`;
const names = Array.from({ length: 40 }, (_, index) => `task-${index}`);
const long = names.map((name) => [`${name}.millrace`, `${name}.work.millrace`]);

test("ssh is asked once for each task, and eight times at once", async () => {
  const seen = watchSsh();
  const folder = mkdtempSync(join(tmpdir(), "asked-"));
  expect([...(await namesTaken(names, { configuration: USUAL, folder, long }))]).toEqual([]);
  const { asked, atOnce } = seen();
  expect(asked.filter((name) => !name.startsWith("unknown-")).toSorted()).toEqual(names.toSorted());
  expect(asked).toHaveLength(names.length + 2);
  expect(atOnce).toBeLessThanOrEqual(8);
});

test.each([
  ["a condition", "Match user nobody\n  Port 2222\n"],
  ["names that the resolver completes", "CanonicalizeHostname yes\n"],
])(
  "with %s, ssh is asked for the long names, and for those with the profile only where needed",
  async (_what, more) => {
    const seen = watchSsh();
    const folder = mkdtempSync(join(tmpdir(), "asked-"));
    const known = new Set(["task-1.millrace", "task-2"]);
    const few = { long: long.slice(0, 3), known };
    expect(await namesTaken(names.slice(0, 3), { configuration: more + USUAL, folder, ...few })).toEqual(known);
    const asked = seen().asked.filter((name) => !name.startsWith("unknown-"));
    expect(asked.toSorted()).toEqual(
      ["task-0", "task-0.millrace", "task-1", "task-1.work.millrace", "task-2.millrace"].toSorted(),
    );
  },
);

test("a name is taken by whatever configuration ssh reads another host for it", async () => {
  const word = fc.stringMatching(/^!?[tx*?.m]{1,4}$/).map((text) => text.replace("m", "millrace"));
  const host = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `Host ${words.join(" ")}\n${ELSEWHERE}`);
  const included = host.map((text) => `Include ${fileWith(text)}\n`);
  const configurations = fc.array(fc.oneof(host, included), { minLength: 1, maxLength: 3 }).map((all) => all.join(""));
  const ours = ["t", "tx", "xt", "txt"].map((name) => [`${name}.millrace`]);
  const leads = (file: string, name: string) => {
    const config = execFileSync("ssh", ["-G", "-F", file, name], { encoding: "utf8" });
    return /^hostname 192\.0\.2\.1$/m.test(config);
  };
  await fc.assert(
    fc.asyncProperty(configurations, async (configuration) => {
      const folder = mkdtempSync(join(tmpdir(), "any-"));
      const file = fileWith(configuration);
      const every = leads(file, "unknown-0123456789abcdef.millrace");
      const expected = ours.flat().filter((name) => leads(file, name) !== every);
      expect([...(await namesTaken([], { configuration, folder, long: ours }))]).toEqual(expected);
    }),
    { numRuns: 60 },
  );
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
