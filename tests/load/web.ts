// `npm run bench:web [screens] [ratio] [fleet]`: measures each screen in a browser, on a production build with the
// demo's data. `npm run bench:web against ../other`: each screen in turns with the version in that folder (after `npm
// ci` there). Asserts nothing.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchProduct } from "../e2e/support/launch-product";
import { describeMachine, heading } from "./report";
import { compareVersions } from "./web/against";
import { benchAssets } from "./web/assets";
import { compareWithEmptyPage } from "./web/compare";
import { closeBrowser } from "./web/browser";
import { fillDemo } from "./web/demo-data";
import { benchFleet } from "./web/fleet";
import { measureScreens } from "./web/screens";
import { judgeRatio, judgeScreens, printHeads, printRow, printVerdicts } from "./web/table";

const [first, checkout] = process.argv.slice(2);
const other = first === "against" ? checkout : undefined;
if (first === "against" && !other) throw new Error("Say against which folder: npm run bench:web against ../other");
const asked = other ? ["against"] : process.argv.slice(2);
const isWanted = (part: "screens" | "ratio" | "fleet") => asked.length === 0 || asked.includes(part);

const dir = mkdtempSync(join(tmpdir(), "millrace-bench-web-"));
describeMachine();
const product = await launchProduct(join(dir, "data"));
try {
  const demo = await fillDemo(product);
  if (other) await compareVersions({ product, demo, checkout: other, dir });
  if (isWanted("ratio")) {
    const { cookie } = demo.busyCustomer;
    const pid = product.pids()["web"] ?? 0;
    judgeRatio(await compareWithEmptyPage({ origin: product.origin, pid, cookie, dir }));
  }
  if (isWanted("screens")) {
    heading("Each screen, on the demo's data");
    printHeads();
    judgeScreens(await measureScreens(product.origin, demo, printRow));
    await benchAssets(product.origin);
  }
  if (isWanted("fleet")) await benchFleet(product);
  if (!other) printVerdicts();
} finally {
  await closeBrowser();
  await product.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);
