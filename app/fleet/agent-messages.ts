import { z } from "zod";
import { desiredChoresSchema, observedChoresSchema } from "./agent-chores";
import { clearedFindingsSchema, findingsSchema, GPU_UUID } from "./agent-findings";
import { madeVisible } from "~/platform/hidden-characters";
import { storableText } from "./storable-text";
import { telemetrySchema } from "./agent-telemetry";
import { desiredCopiesSchema, keptVolumesSchema, observedCopiesSchema, volumesGoneSchema } from "./agent-volumes";

/**
 * Messages between agent and control plane (4.1), checked by both sides at their border. Agents may be older or newer
 * than their control plane. The required fields are those that every version has sent, and none will be added to them.
 * A new field is optional, and its comment says what its absence means ("Silence"); unknown fields are ignored. A word
 * that this side does not know never costs the message: the `catch` of its list says what it counts as.
 */

const INT_MAX = 2_147_483_647;

const PlacementId = z.uuid();
const GpuIds = z
  .array(z.number().int().min(0).max(15))
  .max(16)
  .meta({ description: "Ids of GPUs on the node", examples: [[0, 1]] });
const count = z.number().int().min(0).max(INT_MAX);
/** Epoch seconds; a Date cannot format years after 9999. */
const moment = z.number().int().min(0).max(253_402_300_799);

/** Name of an environment variable: what any shell can set. */
const VariableName = z
  .string()
  .max(128)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

/** A path inside a task, from its root: no `..`, and not the root itself. */
const InsidePath = z
  .string()
  .max(255)
  .regex(/^(\/[A-Za-z0-9._-]+)+$/)
  .refine((path) => !path.split("/").some((part) => part === ".." || part === "."));

/** A volume of the task's tenant, which outlives the task. */
const desiredVolumeSchema = z.object({
  /** Names its folder on the node. */
  volume_id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/),
  path: InsidePath,
  read_only: z.boolean().default(false),
  /** True: a task has used it, so a missing folder is lost or not mounted. Silence: a missing folder is created. */
  used: z.boolean().optional(),
});

/** A part of a task on this node, in the desired state. */
const desiredTaskSchema = z.object({
  placement_id: PlacementId,
  resv_guid: z.uuid(),
  task_name: z.string().max(63),
  tenant_name: z.string().max(64),
  tenant_image: z.string().max(64),
  /** The image's name in the catalogue; absent: only `tenant_image` is known. */
  image_name: z.string().max(200).optional(),
  gpus: GpuIds,
  /** True: the task should run. False: it should stop, and be reported until it leaves the list. */
  run: z.boolean(),
  /**
   * True: it was seen running, so an agent that does not find it never starts it. Silence: the agent itself knows
   * whether it has started it.
   */
  ran: z.boolean().optional(),
  network: z.string().max(32),
  agent: z.string().max(32),
  ssh_public_keys: z.array(z.string().max(8192)).max(20),
  gang: z.object({ rank: z.number().int(), size: z.number().int(), peers: z.array(z.string()) }),
  cpu_cores: z.number().positive(),
  mem_mb: z.number().positive(),
  disk_gb: z.number().positive(),
  /**
   * True: a task of the demo without a program, for which simulated GPUs need no process. Silence: somebody uses it.
   */
  stand_in: z.boolean().optional(),
  /** End of a stand-in: by itself, only on request, or when its GPU fails. Absent: by itself. */
  stand_in_kind: z.enum(["ends", "stays", "fails"]).optional().catch(undefined).optional(),
  /**
   * Reference that a container engine pulls, such as `docker.io/library/ubuntu:22.04`. Absent: the image has none, so
   * a node that runs containers cannot start it.
   */
  image_ref: z.string().max(255).optional(),
  /** `sha256:…` of exactly the content meant; silence or empty: whatever the reference names. */
  image_digest: z
    .string()
    .regex(/^(sha256:[0-9a-f]{64})?$/)
    .optional(),
  /** Credentials for the image's registry; absent: it needs none. */
  image_auth: z.object({ username: z.string().max(255), password: z.string().max(8192) }).optional(),
  /**
   * True: a customer's own image. Its registry is asked each time, so that an image pulled with one customer's
   * credentials never serves another, and its answer stays private. Silence: it is one of ours.
   */
  image_own: z.boolean().optional(),
  /** Start command, run by a shell next to the task's SSH server; absent or empty: nothing runs. */
  start_command: z.string().max(4096).optional(),
  /** Variables of all programs of the task; absent: no variables. */
  environment: z
    .record(VariableName, z.string().max(8192))
    .refine((all) => Object.keys(all).length <= 100)
    .optional(),
  /** Ports in the task that serve HTTP to its customers; absent: none. */
  http_ports: z
    .array(z.number().int().min(1).max(65_535))
    .max(16)
    .meta({ examples: [[8888]] })
    .optional(),
  /** Silence: none. A node that does not know them ignores them. */
  volumes: z
    .array(desiredVolumeSchema)
    .max(16)
    .meta({ examples: [[{ volume_id: "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa", path: "/data", read_only: false }]] })
    .optional(),
});

/** Silence: the other side knows of one database only, so it means the present one. */
const epoch = storableText(64)
  .optional()
  .meta({
    description: "Identity of the control plane's database; a restored backup has a new one",
    examples: ["6f1c2a8e-4b57-4d1f-9a3e-0d5c7b9e2f41"],
  });

/**
 * Version of the agent's program. Absent before 0.1.0, the first that reports it. An invalid version counts as absent:
 * only operators read it, so it must not cost a report.
 */
export const agentVersion = z
  .string()
  .regex(/^\d[\w.+-]{0,31}$/)
  .optional()
  .catch(undefined)
  .optional()
  .meta({
    description: "Version of the agent; omitted by agents older than 0.1.0",
    examples: ["0.1.0"],
  });

/** Limit of image names in a report. */
export const IMAGES_MAX = 200;
/** Limit of names of images for which it has no room. */
export const IMAGES_WITHOUT_ROOM_MAX = 20;

/** The desired state of the node. `version` rises per node and epoch; an older one of the same epoch is ignored. */
export const desiredSchema = z.object({
  epoch,
  version: z.number().int(),
  drain: z.number().int().min(0).max(2),
  maintenance: z.boolean(),
  tasks: z.array(desiredTaskSchema).max(64),
  cleared_findings: clearedFindingsSchema,
  chores: desiredChoresSchema,
  /**
   * Volumes that must no longer exist: their data is deleted, and they are reported in `volumes_gone`. Silence: none.
   */
  volumes_gone: volumesGoneSchema,
  /** Volumes that this node makes as copies of others that it reaches. Silence: none. */
  volume_copies: desiredCopiesSchema,
});

const observedTaskSchema = z.object({
  placement_id: PlacementId,
  /** An unknown word counts as `starting`: the task has not ended, and nothing is charged until it is seen to run. */
  state: z.enum(["pulling", "starting", "running", "stopping", "stopped", "error"]).catch("starting"),
  exit_code: z.number().int().min(-INT_MAX).max(INT_MAX).nullable(),
  started_ts: moment.nullable(),
  ssh_addr: storableText(300),
  /** White space becomes one space, because the fingerprint is read from it. */
  ssh_host_key: storableText(2000).overwrite((line) => line.trim().replaceAll(/\s+/g, " ")),
  /** Fingerprints (`SHA256:…`) of the public keys that its server accepts; absent: unknown. */
  ssh_keys: z.array(storableText(100)).max(20).optional(),
  simulated: z.boolean(),
  /** Text of the sign of coin mining, or empty. */
  mining: storableText(200).overwrite(madeVisible),
  /** True: a pilot ends it because its engine asked it to. Silence: it ended by itself, or as desired. */
  ended_by_engine: z.boolean().optional().meta({ description: "The scheduler that started the agent ended it" }),
  /** Shown as a reason: an agent is not trusted to have cleaned it. */
  message: storableText(1000).overwrite(madeVisible),
});

/** Exactly the fields of `/dashboard/sysinfo` (3.2) without `reported_ts`, which the control plane sets on receipt. */
export const sysinfoSchema = z.object({
  cpu_cores: count,
  mem_mb: count,
  mem_free: count,
  gpus: count,
  disk_total: count,
  disk_free: count,
  disk_name: storableText(200),
  error_counter: count,
  ibs_active: count,
  kernel: storableText(200),
  updates_available: count,
  ubuntu_needs_reboot: z.number().int().min(0).max(1),
  reported_ts_dead: z.number().int().min(5).max(3600).nullable(),
});

export const observedSchema = z.object({
  agent_version: agentVersion,
  boot_id: storableText(100).min(1),
  /** Rises per boot; an older one is ignored. */
  seq: z.number().int().min(0),
  /** Epoch and version of the newest desired state that the agent knows. */
  epoch,
  desired_version: count,
  ts: moment,
  tasks: z.array(observedTaskSchema).max(200),
  sysinfo: sysinfoSchema,
  findings: findingsSchema,
  chores: observedChoresSchema,
  /**
   * UUIDs of its GPUs, as the driver names them: a GPU belongs to one node. Silence, or a malformed list: unknown, or
   * its GPUs are simulated or lent by an engine.
   */
  gpu_uuids: z
    .array(z.string().min(1).regex(GPU_UUID))
    .max(16)
    .optional()
    .catch(undefined)
    .optional()
    .meta({ description: "UUIDs of its GPUs", examples: [["GPU-5f1c1f6e-0000-0000-0000-000000000001"]] }),
  /** The node's runtime for tasks. Absent or unknown: `process`, for which less is placed. */
  runtime: z.enum(["process", "container"]).optional().catch(undefined).optional(),
  /**
   * Full names of images that it has and need not pull: `docker.io/library/ubuntu:22.04`, or by digest. Silence:
   * unknown.
   */
  images: z
    .array(storableText(400))
    .max(IMAGES_MAX)
    .meta({ description: "Images that the node need not pull", examples: [["docker.io/library/ubuntu:22.04"]] })
    .optional(),
  /**
   * Names of images that did not fit on its disk, and still do not: no task that needs one is placed there. Silence:
   * none.
   */
  images_without_room: z
    .array(storableText(400))
    .max(IMAGES_WITHOUT_ROOM_MAX)
    .meta({ description: "Images for which its disk has no room", examples: [["docker.io/library/ubuntu:22.04"]] })
    .optional(),
  /**
   * Its folder of volumes: whether all nodes of the cluster share it, and its capacity in GB. Silence: it keeps none.
   */
  volumes: keptVolumesSchema,
  /** Volumes that should not exist and of which nothing is left. Absent: none. */
  volumes_gone: volumesGoneSchema,
  /** State of the copies that it should make. Absent: no copies. */
  volume_copies: observedCopiesSchema,
  /** Figures of the machine and its GPUs, in one report of every ten seconds. Silence: see there. */
  telemetry: telemetrySchema,
});

const loadSampleSchema = z.object({
  placement_id: PlacementId,
  /** Percent per GPU of the placement, null if a GPU reports none; made up by the agent for simulated GPUs. */
  gpu_busy: z.array(z.number().min(0).max(100).nullable()).max(16),
  gpu_mem_mb: z.array(z.number().min(0).max(INT_MAX).nullable()).max(16),
  /** 100 is one core. */
  cpu_pct: z.number().min(0).max(INT_MAX),
  mem_mb: z.number().min(0).max(INT_MAX),
});

export const loadSchema = z.object({ ts: moment, samples: z.array(loadSampleSchema).max(200) });

export const LOG_TEXT_MAX_BYTES = 65_536;

export const logsSchema = z.object({
  placement_id: PlacementId,
  seq: z.number().int().min(0),
  ts: moment,
  stream: z.enum(["out", "err"]).catch("out"),
  /** The output of a program. Any text is accepted; odd characters are replaced when it is stored. */
  text: z.string().max(LOG_TEXT_MAX_BYTES),
});

export type DesiredTask = z.infer<typeof desiredTaskSchema>;
export type DesiredVolume = z.infer<typeof desiredVolumeSchema>;
export type Desired = z.infer<typeof desiredSchema>;
export type ObservedTask = z.infer<typeof observedTaskSchema>;
export type Observed = z.infer<typeof observedSchema>;
export type Sysinfo = z.infer<typeof sysinfoSchema>;
/** The report with every field required, even if undefined, so that the compiler finds code that omits a new field. */
export type WholeSysinfo = { [Field in keyof Required<Sysinfo>]: Sysinfo[Field] };
export type LoadSample = z.infer<typeof loadSampleSchema>;
export type Load = z.infer<typeof loadSchema>;
export type LogChunk = z.infer<typeof logsSchema>;
