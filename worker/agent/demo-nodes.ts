import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

const DemoNode = z.object({
  node_name: z.string(),
  agent_key: z.string(),
  gpu_type: z.string().default(""),
  gpus: z.number().int().min(1).max(16),
  ibs_active: z.number().int().min(0).default(0),
});
type DemoNode = z.infer<typeof DemoNode>;

/** Reads the nodes that one demo agent stands for: JSON text, or the name of a file with it. */
export function readDemoNodes(given: string): DemoNode[] {
  const text = existsSync(given) ? readFileSync(given, "utf8") : given;
  return z.array(DemoNode).min(1).parse(JSON.parse(text));
}
