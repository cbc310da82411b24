import { z } from "zod";
import { storableText } from "~/fleet/storable-text";
import { agentVersion } from "~/fleet/agent-messages";

export const NODE_NAME = /^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/;
/** A key that an agent chose itself. */
export const AgentKey = z
  .string()
  .regex(/^mra_[\w-]{43}$/, "An agent key is mra_ and 43 letters, digits, hyphens or underscores.");
const GPU_TYPE = /^[a-z0-9][a-z0-9-]{0,31}$/;

const PORT = "A port is a number from 1 to 65535.";
const GPUS = "A node has 1 to 16 GPUs.";
const address = z.union([z.ipv4(), z.ipv6()], { error: () => "An IPv4 or IPv6 address is required." });

/** The facts that a machine reports when it enrols (4.1, 9.4). */
export const NewNode = z
  .object({
    node_name: z.string().regex(NODE_NAME, "A node name has letters a to z, digits, dots and hyphens."),
    node_type: storableText(64).min(1),
    ip_internal: address,
    ip_public: address.nullish(),
    port: z.int(PORT).min(1, PORT).max(65535, PORT),
    gpu_type: z.string().regex(GPU_TYPE, "A GPU type has letters a to z, digits and hyphens."),
    gpus: z.int(GPUS).min(1, GPUS).max(16, GPUS),
    boot_id: storableText(100).min(1),
    agent_version: agentVersion,
    agent_key: AgentKey.nullish().meta({
      description: "A key that the machine made and kept, to enrol again with if the answer is lost; else it gets one",
      examples: [`mra_${"0".repeat(43)}`],
    }),
    pilot: z
      .object({
        rank: z.int().min(0).max(63).meta({ description: "Its place in the gang, from 0" }),
        host: storableText(255).meta({ description: "The engine's name of the machine" }),
        gpus: z.array(z.int().min(0).max(1023)).max(16).meta({ description: "Numbers of its GPUs on that machine" }),
        job: storableText(64).optional().meta({ description: "The engine's number of the job in which it runs" }),
      })
      .optional()
      .meta({
        description:
          "Sent by the agent that an engine started in a place, with the place's token; the answer then names the node",
        examples: [{ rank: 0, host: "n1", gpus: [2, 3], job: "4711" }],
      }),
  })
  .transform(
    ({ node_name, node_type, ip_internal, ip_public, port, gpu_type, gpus, agent_version, agent_key, pilot }) => ({
      nodeName: node_name,
      nodeType: node_type,
      ipInternal: ip_internal,
      ipPublic: ip_public ?? null,
      port,
      gpuType: gpu_type,
      gpus,
      agentVersion: agent_version ?? null,
      agentKey: agent_key ?? null,
      pilot: pilot ?? null,
    }),
  );
