import sharp from "sharp";
import { drawLoadGraph } from "./load-graph";
import { LOAD_POINTS, SAMPLE_S } from "~/compute/load-span";
import { readRecentLoad } from "~/compute/read-recent-load.server";

const MAX_BYTES = 8 * 1024;
const QUALITIES = [80, 60, 40, 20];

/** JPEG of 160 × 40 px in base64, at most 8 KiB each, by task name. */
type LoadImages = Record<string, string>;

/** Images of the present sampling interval, by tenant: every request in the interval gets the same ones. */
const shared = { interval: 0, drawn: new Map<number, Promise<LoadImages>>() };

/** Images of the tenant's running tasks (3.3), drawn at most once in a sampling interval. */
export async function loadImages({ tenantId, now }: Asked): Promise<LoadImages> {
  const interval = Math.floor(now.getTime() / (SAMPLE_S * 1000));
  if (interval !== shared.interval) {
    shared.interval = interval;
    shared.drawn.clear();
  }
  const drawn = shared.drawn.get(tenantId) ?? drawLoadImages({ tenantId, now });
  shared.drawn.set(tenantId, drawn);
  try {
    return await drawn;
  } catch (fault) {
    shared.drawn.delete(tenantId);
    throw fault;
  }
}

interface Asked {
  tenantId: number;
  now: Date;
}

async function drawLoadImages(asked: Asked): Promise<LoadImages> {
  const { loads: load } = await readRecentLoad(asked);
  const drawn = Object.entries(load).map(async ([taskName, figures]) => [taskName, await toJpeg(figures)] as const);
  return Object.fromEntries(await Promise.all(drawn));
}

async function toJpeg(figures: number[]): Promise<string> {
  const graph = Buffer.from(drawLoadGraph(figures, LOAD_POINTS));
  for (const quality of QUALITIES) {
    const image = await sharp(graph).jpeg({ quality }).toBuffer();
    if (image.length <= MAX_BYTES) return image.toString("base64");
  }
  throw new Error("a load graph does not fit into 8 KiB");
}
