import sharp from "sharp";
import { drawLoadGraph } from "./load-graph";
import { readRecentLoad } from "./read-recent-load.server";

const POINTS = 40;
const MAX_BYTES = 8 * 1024;
const QUALITIES = [80, 60, 40, 20];

/** Images by task name: JPEG of 160 × 40 px in base64, at most 8 KiB each, of the tenant's running tasks (3.3). */
export async function drawLoadImages(given: {
  tenantId: number;
  now: Date;
}): Promise<Record<string, string>> {
  const load = await readRecentLoad(given);
  const drawn = Object.entries(load).map(
    async ([taskName, figures]) => [taskName, await toJpeg(figures)] as const,
  );
  return Object.fromEntries(await Promise.all(drawn));
}

async function toJpeg(figures: number[]): Promise<string> {
  const graph = Buffer.from(drawLoadGraph(figures, POINTS));
  for (const quality of QUALITIES) {
    const image = await sharp(graph).jpeg({ quality }).toBuffer();
    if (image.length <= MAX_BYTES) return image.toString("base64");
  }
  throw new Error("a load graph does not fit into 8 KiB");
}
