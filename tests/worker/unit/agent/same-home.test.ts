import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { requireSameHome } from "../../../../worker/agent/same-home";

const PODMAN = { engine: "/run/podman/podman.sock" };
const DOCKER = { engine: "/run/docker.sock" };
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "millrace-home-"));
  mkdirSync(join(dir, "tasks", "0b8f6f2e"), { recursive: true });
  requireSameHome(dir, DOCKER, "boot-1");
});

test("tasks that another engine or runtime began, and may still run, stop an agent that would not find them", () => {
  expect(() => requireSameHome(dir, PODMAN, "boot-1")).toThrow(`${dir} and /run/docker.sock may still run`);
  expect(() => requireSameHome(dir, {}, "boot-1")).toThrow(/would not be found with .* the demo runtime/);
  requireSameHome(dir, DOCKER, "boot-1");
});

test.each([
  ["no task is left", () => rmSync(join(dir, "tasks", "0b8f6f2e"), { recursive: true }), "boot-1"],
  ["the machine has booted since", () => {}, "boot-2"],
])("another engine is taken once %s", (_, make, bootId) => {
  make();
  requireSameHome(dir, PODMAN, bootId);
  expect(() => requireSameHome(dir, PODMAN, bootId)).not.toThrow();
});
