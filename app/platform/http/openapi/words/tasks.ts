import type { Words } from ".";

const IMAGE = "/9j/4AAQSkZJRgABAQ==";

export const taskWords: Record<string, Words> = {
  account: ["tenant_name of the account; the own one unless given", "tenant-7k2q"],
  task_name: [
    "1 to 63 letters, digits, hyphens, dots and underscores, beginning with a letter or digit; " +
      "white space becomes a hyphen; unique among unfinished tasks",
    "first-try",
  ],
  display_name: ["What screens show instead of task_name, at most 63 characters; empty: the name itself", "First try"],
  tags: [
    "At most 10, of at most 30 letters, digits and . _ - : / = each; stored in small letters, white space as a hyphen",
    ["llama", "team-a"],
  ],
  tag: ["Only tasks with this tag", "llama"],
  gpu_type: ["Key of the price list", "a5000"],
  gpu_min: ["GPUs wanted: 1, 2, 4, 8, 16, 32 or 64", 1],
  gpus_min: ["GPUs wanted: 1, 2, 4, 8, 16, 32 or 64", 1],
  gpus_max: ["Take up to so many GPUs if they are free; 0, or from gpu_min to 64", 0],
  gpus_incr: ["Steps from gpu_min to gpus_max, 1 to 64", 1],
  tenant_image: ["Name of an image of GET /v1/os; null is the default one", "ubuntu22-cuda12"],
  image_name: ["What people call that image", "Ubuntu 22.04, CUDA 12"],
  cluster_name: ["Name of a cluster; by default the first that has the GPU type", "fra1"],
  network: ["ethernet or infiniband", "ethernet"],
  agent: ["no-agent, stats, stats-watchdog or block-mining", "no-agent"],
  ssh_key_id: ["id of a key of GET /users/keys; the default key unless given", 31],
  enqueue: ["1: wait in the queue until GPUs are free. Needs agree 1", 1],
  agree: ["1: the task may start by itself later and is charged from then on", 1],
  idempotency_key: [
    "1 to 64 characters, as the header Idempotency-Key: the same request under it within 24 h gives the first answer " +
      "again, another one is refused",
    "order-2024-01-31-1",
  ],
  can_enqueue: ["The task could wait in the queue: send it again with enqueue 1 and agree 1", true],
  resv_guid: ["Id of the task", "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10"],
  reason: ["Why it waits or why it ended, in words; empty while it runs", ""],
  status: ["running, killed or unknown; state says more", "running"],
  state: ["queued, placing, starting, running, stopping, incident, finished, failed, killed or lost", "running"],
  position: ["Place in the queue from 1; null when it does not wait for GPUs", null],
  max_seconds: ["The task ends by itself so many seconds after it began to run: 600 to 2592000; 0 is no such end", 0],
  max_dollars: [
    "The task ends by itself before it costs more than so many dollars, at least 1; 0 is no limit of its own",
    0,
  ],
  idle_minutes: [
    "Minutes of idle GPUs after which agents stats-watchdog and block-mining stop the task: 15, 30 or 60; " +
      "0 in answers for other agents",
    60,
  ],
  stopped_by: ["Name of the member who stopped it; null where nobody of its tenant did", null],
  started_by: ["Name of the member who started it; null of a task from before that was kept", "User 1042"],
  ts_ends: ["Epoch seconds at which it ends by itself as far as is known now; 0: not known", 0],
  gpus: ["GPUs granted; those wanted while it is queued", 1],
  ssh_addr: ["host:port of its SSH server, empty until it runs and after its end", "203.0.113.17:41022"],
  ssh_host_key: ["Public key line of its SSH server, empty until it runs", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5"],
  ssh_host_fingerprint: [
    "Fingerprint of the SSH server's key, SHA256:…; empty until it runs",
    "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8",
  ],
  version: ["Rises with every change; of two answers the higher one is newer", 7],
  images: ["base64 JPEG of 160 x 40 px by task name, running tasks only", { "first-try": IMAGE }],
  from: ["State before; empty at the beginning", "starting"],
  to: ["State after", "running"],
  text: ["One line for a person", "The SSH server answers."],
  placement_id: ["Id of the part of a task on one node", "0f4c1b8e-93a0-4f1d-b5f5-5f1c8b1c7a11"],
  after_seq: ["Only lines after this number", 0],
  seq: ["Number of the line, rising", 1],
  next_seq: ["Send this as after_seq for what follows", 1],
  stream: ["out or err", "out"],
  range: ["The last hour, day or week in seconds: 3600, 86400 or 604800", "3600"],
  points_ts: ["Times of the points, epoch seconds UTC", [1706707300, 1706707360]],
  gpu: ["Number of a GPU of the task, from 0", 0],
  gpu_busy: ["Mean load of the GPUs in percent at each point; null where nothing was reported", [93.5, null]],
  gpu_mem_mb: ["GPU memory in MB at each point", [18210, null]],
  cpu_pct: ["CPU in percent of one core at each point", [212, null]],
};
