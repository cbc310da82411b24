import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";

/** One demo node as `prisma/seed.ts` notes it: what the demo agent needs to stand for it. */
export interface DemoNode {
  node_name: string;
  agent_key: string;
  gpus: number;
  gpu_type: string;
  ibs_active: number;
}

export async function readDemoNodes(file: string): Promise<DemoNode[]> {
  if (!existsSync(file)) return [];
  return JSON.parse(await readFile(file, "utf8")) as DemoNode[];
}
