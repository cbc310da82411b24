import type { Words } from ".";

export const volumeWords: Record<string, Words> = {
  volume_id: ["Id of a volume", "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa"],
  volume: ["A volume; for a statement line the volume it charges, null for other lines", null],
  gb: ["Size in whole GB", 100],
  path: ["Folder in the task where the volume is mounted", "/data"],
  read_only: ["Whether the task only reads it, so that several can have it", false],
  used: [
    "Whether a task has used it before. If it is then missing, it is not created again and the task does not start",
    true,
  ],
  volume_read_only: ["Whether the task only reads the volume", false],
  volumes_gone: ["Volumes to delete, or volumes whose data is gone", ["3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa"]],
  volume_copies: ["Volumes that the node makes as copies of others", []],
  source_id: ["Id of the volume that is copied", "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa"],
  copies: ["Whether the node makes copies of volumes", true],
  reach: ["shared: all nodes of the cluster have the same volumes; local: each has its own", "shared"],
  total_gb: ["Total GB of volumes there", 4000],
  runtime: ["How the node runs tasks: process or container", "container"],
  image_ref: ["Reference that a container engine pulls", "docker.io/library/ubuntu:22.04"],
  image_digest: ["Digest of the exact content; empty: whatever the reference names", ""],
  template: ["A template: in a path, its name or id", "notebook"],
  stand_in: [
    "Whether it is a task of the demo without a program, so that simulated GPUs need no process for it",
    false,
  ],
  stand_in_kind: ["How a stand-in ends: by itself, when asked (stays), or when its GPU fails", "ends"],
  image_own: ["Whether it is a customer's own image: its registry is asked each time, even if the node has it", false],
  start_command: [
    "Command that a shell runs alongside the task's SSH server; empty: nothing",
    "jupyter lab --port 8888",
  ],
  environment: ["Environment variables of all programs in the task", { MODEL: "facebook/opt-125m" }],
  username: ["User of the image's registry", "customer"],
};
