import { describe, expect, test } from "vitest";
import { diagnose } from "~/compute/inside/ssh-keys/check/diagnose";
import { programsIn, programsLine } from "~/compute/recommended-programs";
import type { Fault, SshFacts, TaskFacts } from "~/compute/inside/ssh-keys/check/facts";

const OWN = `SHA256:${"a".repeat(43)}`;
const OTHER = `SHA256:${"b".repeat(43)}`;
const HOST = `SHA256:${"h".repeat(43)}`;
const ADDRESS = "203.0.113.17:41022";

const task: TaskFacts = {
  taskName: "first-try",
  state: "running",
  sshAddr: ADDRESS,
  keyFingerprint: OWN,
  accepted: [OWN],
  hostFingerprint: HOST,
  refused: [],
  sftp: true,
  programs: ["git", "rsync", "tmux", "vim"],
};
const healthy: SshFacts = {
  stored: [{ name: "laptop", fingerprint: OWN }],
  given: { fingerprint: OWN },
  user: "root",
  task,
  answer: { kind: "ssh", fingerprint: HOST },
};

function faultsOf(facts: Partial<SshFacts>): (Fault | undefined)[] {
  return diagnose({ ...healthy, ...facts })
    .filter((check) => check.outcome === "fault")
    .map((check) => check.fault);
}

test("a login that should work passes every check", () => {
  const checks = diagnose(healthy);
  expect(checks.map((check) => check.outcome)).toEqual(Array(9).fill("ok"));
  expect(checks.map((check) => check.name)).toEqual([
    ...["A key is stored", "Your key", "User name", "The task runs", "The machine has the task's key"],
    ...["The port answers", "The server belongs to your task", "Files can be copied", "Programs"],
  ]);
});

describe("each usual fault is named, and only that one, with advice", () => {
  test.each<[Fault, Partial<SshFacts>]>([
    ["no-key-stored", { task: null, stored: [], given: null, answer: null }],
    ["no-key-stored", { task: { ...task, keyFingerprint: "", accepted: [] } }],
    ["bad-key", { given: { problem: "This is not a valid SSH public key." } }],
    ["another-key", { given: { fingerprint: OTHER } }],
    ["another-key", { task: null, answer: null, given: { fingerprint: OTHER } }],
    ["another-key", { given: null, task: { ...task, refused: [{ user: "root", fingerprint: OTHER }] } }],
    ["wrong-user", { user: "ubuntu" }],
    ["wrong-user", { user: "", given: null, task: { ...task, refused: [{ user: "ubuntu", fingerprint: OWN }] } }],
    ["task-not-running", { task: { ...task, state: "queued" }, answer: null }],
    ["task-not-running", { task: { ...task, state: "killed" }, answer: null }],
    ["key-missing-on-node", { task: { ...task, accepted: [] } }],
    ["port-unreachable", { answer: { kind: "refused" } }],
    ["port-unreachable", { answer: { kind: "silent" } }],
    ["port-unreachable", { answer: { kind: "no-ssh", why: "no banner" } }],
    ["no-file-copies", { task: { ...task, sftp: false } }],
    ["host-key-differs", { answer: { kind: "ssh", fingerprint: OTHER } }],
  ])("%s", (fault, facts) => {
    expect(faultsOf(facts)).toEqual([fault]);
    const check = diagnose({ ...healthy, ...facts }).find((one) => one.outcome === "fault");
    expect(check?.sentence).toMatch(/^.{10,}[.!]$/);
    expect(check?.next).toMatch(/\S/);
  });
});

test("a wrong user name is answered with the full ssh command", () => {
  const [check] = diagnose({ ...healthy, user: "ubuntu" }).filter((one) => one.fault === "wrong-user");
  expect(check?.next).toBe("Use root: ssh -p 41022 root@203.0.113.17");
});

test("a different key names the stored one that the task was started with", () => {
  const [check] = diagnose({ ...healthy, given: { fingerprint: OTHER } }).filter((one) => one.fault);
  expect(check?.sentence).toContain(`“laptop”, ${OWN}`);
});

test("an agent that does not report keys is not a fault, and neither is an unchecked server", () => {
  expect(faultsOf({ task: { ...task, accepted: null } })).toEqual([]);
  expect(faultsOf({ answer: null })).toEqual([]);
});

test("a task keeps its key when the stored one was deleted", () => {
  expect(faultsOf({ stored: [] })).toEqual([]);
});

test("recommended programs are named if the task has them, with what to use instead", () => {
  const said = (programs: string[] | null) =>
    diagnose({ ...healthy, task: { ...task, programs } }).find(({ name }) => name === "Programs")?.sentence;
  expect(said(["git", "rsync", "tmux", "vim"])).toBe("The task has git, rsync, tmux and vim.");
  expect(said(["git", "tmux", "vim"])).toBe("The task has git, tmux and vim. It lacks rsync. Copy files with scp.");
  expect(said([])).toMatch(/^It lacks git, rsync, tmux and vim\. .* Use nohup/);
  expect(said(null)).toBeUndefined();
});

test("a server's line about its programs is read as it was written", () => {
  for (const programs of [[], ["rsync"], ["git", "tmux"]]) {
    expect(programsIn(`2026-11-26T13:00:00.000Z ${programsLine(programs)}\nssh: connected`)).toEqual(programs);
  }
  expect(programsIn("2026-11-26T13:00:00.000Z sftp: works\n")).toBeNull();
});
