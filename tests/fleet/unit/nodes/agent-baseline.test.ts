import { expect, test } from "vitest";
import { z } from "zod";
import { desiredSchema, loadSchema, logsSchema, observedSchema } from "~/fleet/agent-messages";
import { NewNode } from "~/platform/http/schemas/new-node";

/**
 * Messages that agents and control planes sent from the first version on. Nothing is ever added here: see
 * docs/agent.md.
 */
const BASELINE = {
  enrolment: "node_name node_type ip_internal port gpu_type gpus boot_id",
  observed: "boot_id seq desired_version ts tasks sysinfo",
  "observed.tasks": "placement_id state exit_code started_ts ssh_addr ssh_host_key simulated mining message",
  "observed.sysinfo":
    "cpu_cores mem_mb mem_free gpus disk_total disk_free disk_name error_counter ibs_active kernel updates_available ubuntu_needs_reboot reported_ts_dead",
  load: "ts samples",
  "load.samples": "placement_id gpu_busy gpu_mem_mb cpu_pct mem_mb",
  logs: "placement_id seq ts stream text",
  desired: "version drain maintenance tasks",
  "desired.tasks":
    "placement_id resv_guid task_name tenant_name tenant_image gpus run network agent ssh_public_keys gang cpu_cores mem_mb disk_gb",
  "desired.tasks.gang": "rank size peers",
};

/** Objects in optional fields that came later, with their first fields. Nothing is added to these either. */
const LATER = {
  "enrolment.pilot": "rank host gpus",
  "desired.tasks.image_auth": "username password",
  "desired.tasks.volumes": "volume_id path",
  "observed.volumes": "reach total_gb",
  "desired.volume_copies": "volume_id source_id",
  "observed.volume_copies": "volume_id state",
};

interface Shape {
  required?: string[];
  properties?: Record<string, Shape>;
  items?: Shape;
}

test("the required fields of agents and control planes are those of the first version", () => {
  const required = {
    ...requiredIn("enrolment", shapeOf(NewNode)),
    ...requiredIn("observed", shapeOf(observedSchema)),
    ...requiredIn("load", shapeOf(loadSchema)),
    ...requiredIn("logs", shapeOf(logsSchema)),
    ...requiredIn("desired", shapeOf(desiredSchema)),
  };
  expect(required).toEqual({ ...BASELINE, ...LATER });
});

function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: "input" }) as Shape;
}

/** The required fields of each object in it, by path. */
function requiredIn(place: string, { required, properties, items }: Shape): Record<string, string> {
  const inside = Object.entries(properties ?? {}).map(([name, part]) => requiredIn(`${place}.${name}`, part));
  return Object.assign(
    {},
    required ? { [place]: required.join(" ") } : {},
    items ? requiredIn(place, items) : {},
    ...inside,
  ) as Record<string, string>;
}

test("a reported host key has one space between its words, whatever its agent wrote", () => {
  const { ssh_host_key } = observedSchema.shape.tasks.element.shape;
  expect(ssh_host_key.parse("  ssh-ed25519\tAAAA  root@node\n")).toBe("ssh-ed25519 AAAA root@node");
});
