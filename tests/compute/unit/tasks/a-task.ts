import type { LockedPlacement, LockedTask } from "~/compute/locked-task";

export const NOW = new Date("2026-03-01T12:00:00Z");

export function ago(seconds: number): Date {
  return new Date(NOW.getTime() - seconds * 1000);
}

export function aPlacement(given: Partial<LockedPlacement> = {}): LockedPlacement {
  return {
    placementId: "p1",
    resvGuid: "t1",
    nodeId: 1,
    nodeName: "fra1-gpu-01",
    nodeHealth: "healthy",
    nodeReportedAt: ago(5),
    attempt: 1,
    rank: 0,
    state: "assigned",
    run: true,
    desiredVersion: 7,
    assignedAt: ago(10),
    runningAt: null,
    seenRunningAt: null,
    endedAt: null,
    failedAt: null,
    incident: false,
    sshAddr: "",
    sshHostKey: "",
    sshKeys: null,
    sshPort: null,
    exitCode: null,
    message: "",
    ...given,
  };
}

export const RUNNING: Partial<LockedPlacement> = {
  state: "running",
  runningAt: ago(100),
  seenRunningAt: ago(100),
  sshAddr: "203.0.113.9:40001",
  sshHostKey: "ssh-ed25519 AAAA",
};

export function aTask(given: Partial<LockedTask> = {}): LockedTask {
  return {
    resvGuid: "t1",
    tenantId: 1,
    taskName: "a-task",
    agent: "no-agent",
    state: "placing",
    stateAt: ago(10),
    stopTarget: null,
    reason: "",
    exitCode: null,
    attempts: 0,
    incidents: 0,
    startedAt: null,
    chargedTo: null,
    stopAt: null,
    fault: "",
    placements: [aPlacement()],
    ...given,
  };
}
