import { execPath } from "node:process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { byDigest, fullReference } from "~/compute/image-name";
import { checkEngine, type EngineFacts } from "../../../../worker/agent/container/checks";
import { hasQuota } from "../../../../worker/agent/container/engine-facts";
import { withLoader } from "../../../../worker/agent/container/inside";
import { networkOf, sharingSubnets } from "../../../../worker/agent/container/network";
import { PullProgress } from "../../../../worker/agent/container/pull-progress";

const DIGEST = `sha256:${"a".repeat(64)}`;

test.each([
  ["ubuntu", "docker.io/library/ubuntu:latest"],
  ["ubuntu:22.04", "docker.io/library/ubuntu:22.04"],
  ["nvidia/cuda:12", "docker.io/nvidia/cuda:12"],
  ["localhost/tenant", "localhost/tenant:latest"],
  ["registry.example:5000/a/b:1", "registry.example:5000/a/b:1"],
])("%s means %s", (given, full) => {
  expect(fullReference(given)).toBe(full);
});

test("a digest replaces the tag, and a port is not a tag", () => {
  expect(byDigest("registry.example:5000/a/b:1", DIGEST)).toBe(`registry.example:5000/a/b@${DIGEST}`);
  expect(byDigest("registry.example:5000/a/b", DIGEST)).toBe(`registry.example:5000/a/b@${DIGEST}`);
});

test("tasks with other ports have other bridges and subnets", () => {
  const of = (port: number) => networkOf(port, { from: "10.213.0.0/16", dir: "/d" });
  expect(of(8_192)).toMatchObject({ bridge: "mlr8192", subnet: "10.213.0.0/29", gateway: "10.213.0.1" });
  expect(of(22_001)).toMatchObject({ name: "millrace-22001", subnet: "10.213.175.136/29", gateway: "10.213.175.137" });
  const subnets = Array.from({ length: 8_192 }, (_, at) => of(22_000 + at).subnet);
  expect(new Set(subnets).size).toBe(8_192);
});

describe("The progress of a pull", () => {
  const after = (...lines: object[]) => {
    const progress = new PullProgress();
    for (const line of lines) progress.hear(JSON.stringify(line));
    return progress;
  };
  test("is given in layers by Podman's own API, and in percent by Docker's", () => {
    expect(after().message).toBe("Pulling the image");
    const podman = ["1", "2"].map((id) => ({ stream: `Copying blob sha256:${id}\n` }));
    expect(after(...podman).message).toBe("Pulling the image: layer 2");
    expect(after(...podman, { stream: "Writing manifest to image destination\n" }).message).toBe(
      "Pulling the image: unpacking",
    );
    const layer = (id: string, current: number) => ({
      id,
      status: "Downloading",
      progressDetail: { current, total: 100 },
    });
    expect(after(layer("1", 50), layer("2", 0)).message).toBe("Pulling the image: 25 %");
    expect(after(layer("1", 50), layer("2", 0), { id: "1", status: "Pull complete" }).message).toBe(
      "Pulling the image: 50 %",
    );
  });
  test("counts a layer that has not started as having the average size of the others", () => {
    const begun = (id: string) => ({ id, status: "Pulling fs layer", progressDetail: {} });
    const whole = { id: "1", status: "Downloading", progressDetail: { current: 100, total: 100 } };
    expect(after(begun("1"), begun("2"), begun("3"), begun("4"), whole).message).toBe("Pulling the image: 25 %");
  });
  test("ends with an error if the engine sends one, and ignores unknown messages", () => {
    expect(after({ error: "denied" }).error).toBe("denied");
    const progress = after({ aux: {} });
    progress.hear("no JSON");
    expect(progress.error).toBeNull();
  });
});

test("a program gets another loader in its header, and is otherwise unchanged", () => {
  const before = readFileSync(execPath);
  const after = withLoader(before);
  const at = after.indexOf("/run/millrace/bin/ld.so\0");
  expect(at).toBeGreaterThan(0);
  expect(before.subarray(at, at + 12).toString()).toBe("/lib64/ld-li");
  expect(after.subarray(at + 28).equals(before.subarray(at + 28))).toBe(true);
});

test("a storage driver has quotas on XFS that counts by project", () => {
  const facts = { ...FACTS, backing: "xfs", storageDir: "/var/lib/containers" };
  expect(hasQuota(facts, "/dev/a / ext4 rw 0 0\n/dev/b /var/lib xfs rw,prjquota 0 0\n")).toBe(true);
  expect(hasQuota(facts, "/dev/a / xfs rw,prjquota 0 0\n/dev/b /var/lib xfs rw,noquota 0 0\n")).toBe(false);
  expect(hasQuota({ ...facts, backing: "extfs" }, "/dev/b / ext4 rw,prjquota 0 0\n")).toBe(false);
});

describe("An agent refuses", () => {
  const refusals = (facts: Partial<EngineFacts>, simulated = false) =>
    checkEngine({ ...FACTS, ...facts }, { simulated }).refusals.join();
  test("an engine without root", () => expect(refusals({ rootless: true }, true)).toContain("runs without root"));
  test("Docker whose containers die with it, except for the demo", () => {
    expect(refusals({ name: "docker" })).toContain("live-restore");
    expect(refusals({ name: "docker" }, true)).not.toContain("live-restore");
  });
  test("real GPUs that the engine does not know", () => {
    expect(refusals({ name: "docker", liveRestore: true })).toContain("nvidia-container-toolkit");
    expect(refusals({ name: "docker", liveRestore: true, runtimes: ["nvidia"] })).not.toContain("nvidia");
  });
});

const FACTS: EngineFacts = {
  ...{ name: "podman", version: "4.3.1", rootless: false, storageDriver: "overlay", backing: "extfs" },
  ...{ storageDir: "/", liveRestore: false, runtimes: [], swap: true, firstUid: 1_879_048_192 },
};

test("ports that would share a subnet with a task's are taken too", () => {
  const from = "10.213.0.0/20";
  const taken = sharingSubnets([22_000], from);
  const subnet = (port: number) => networkOf(port, { from, dir: "/d" }).subnet;
  const others = Array.from({ length: 1_000 }, (_, at) => 22_000 + at).filter(
    (port) => subnet(port) === subnet(22_000),
  );
  expect(others).toEqual([22_000, 22_512]);
  expect([...taken].filter((port) => port >= 22_000 && port < 23_000)).toEqual(others);
});
