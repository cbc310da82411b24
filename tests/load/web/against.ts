import { join } from "node:path";
import { launchProduct, type LaunchedProduct } from "../../e2e/support/launch-product";
import { processorSeconds } from "../processes";
import { figure, heading, quantile } from "../report";
import { type Demo, fillDemo } from "./demo-data";
import { fetchHtml, spread } from "./first-byte";
import { cookieFor, pathsFor, type Viewer, VIEWERS } from "./screens";

const WARM_UP = 5;
const SAMPLES = 40;

interface Side {
  product: LaunchedProduct;
  demo: Demo;
}

interface Times {
  status: number;
  firstByteMs: number[];
  processorMs: number;
}

/**
 * Each screen of this version and of another, one request to each in turns, so that other load on the machine affects
 * both. Prints time to first byte and processor time of web per answer, and this version's share of the other's.
 */
export async function compareVersions({
  product,
  demo,
  checkout,
  dir,
}: Side & { checkout: string; dir: string }): Promise<void> {
  heading(`Each screen against ${checkout}, one request at a time, in turns`);
  const other = await launchProduct(join(dir, "other"), checkout);
  try {
    const ours = { product, demo };
    const theirs = { product: other, demo: await fillDemo(other) };
    const shares: { firstByte: number; processor: number }[] = [];
    console.log(`  ${"screen".padEnd(44)} first byte ms: other, this, ratio    processor ms: other, this, ratio`);
    for (const who of VIEWERS) {
      for (const { path } of pathsFor(who, demo)) {
        const share = await compareScreen(path, who, ours, theirs);
        if (share) shares.push(share);
      }
    }
    const median = (values: number[]) => `${quantile(values, 0.5).toFixed(2)} ×`;
    figure("first byte, median of the ratios", median(shares.map(({ firstByte }) => firstByte)));
    figure("processor time, median of the ratios", median(shares.map(({ processor }) => processor)));
  } finally {
    await other.stop();
  }
}

async function compareScreen(path: string, who: Viewer, ours: Side, theirs: Side) {
  // The other demo has its own ids.
  const theirPath = pathsFor(who, theirs.demo)[pathsFor(who, ours.demo).findIndex((one) => one.path === path)]?.path;
  const [mine, other] = await inTurns({ ...ours, path, who }, { ...theirs, path: theirPath ?? path, who });
  if (mine.status !== other.status) {
    console.log(`  ${path.padEnd(44)} answered ${other.status} there, ${mine.status} here`);
    return null;
  }
  const [myMs, otherMs] = [spread(mine.firstByteMs).medianMs, spread(other.firstByteMs).medianMs];
  const share = { firstByte: myMs / otherMs, processor: mine.processorMs / other.processorMs };
  const cells = [otherMs, myMs, share.firstByte, other.processorMs, mine.processorMs, share.processor];
  console.log(`  ${path.slice(0, 44).padEnd(44)} ${cells.map((cell) => cell.toFixed(2).padStart(9)).join(" ")}`);
  return share;
}

type Asked = Side & { path: string; who: Viewer };

async function inTurns(mine: Asked, other: Asked): Promise<[Times, Times]> {
  const first = sideOf(mine);
  const second = sideOf(other);
  for (let sample = 0; sample < WARM_UP + SAMPLES; sample += 1) {
    if (sample === WARM_UP) for (const side of [first, second]) side.begin();
    await first.ask();
    await second.ask();
  }
  return [first.times(), second.times()];
}

function sideOf({ product, demo, path, who }: Asked) {
  const pid = product.pids()["web"] ?? 0;
  const cookie = cookieFor(who, demo);
  let status = 0;
  let firstByteMs: number[] = [];
  let usedBefore = 0;
  return {
    begin() {
      firstByteMs = [];
      usedBefore = processorSeconds(pid);
    },
    async ask() {
      const answer = await fetchHtml(product.origin + path, cookie);
      status = answer.status;
      firstByteMs.push(answer.firstByteMs);
    },
    times: (): Times => ({
      status,
      firstByteMs,
      processorMs: (1000 * (processorSeconds(pid) - usedBefore)) / SAMPLES,
    }),
  };
}
