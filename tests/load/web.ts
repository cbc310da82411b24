// `npm run bench:web`: what a browser gets of each screen, on a production build with the demo's data. Asserts nothing.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchProduct } from "../e2e/support/launch-product";
import { describeMachine, heading } from "./report";
import { benchAssets } from "./web/assets";
import { compareWithEmptyPage } from "./web/compare";
import { closeBrowser } from "./web/browser";
import { fillDemo } from "./web/demo-data";
import { measureScreens } from "./web/screens";
import { printHeads, printRow, printVerdict } from "./web/table";

const dir = mkdtempSync(join(tmpdir(), "millrace-bench-web-"));
describeMachine();
const product = await launchProduct(join(dir, "data"));
try {
  const demo = await fillDemo(product);
  heading("Each screen, on the demo's data");
  printHeads();
  const rows = await measureScreens(product.origin, demo, printRow);
  await benchAssets(product.origin);
  const ratio = await compareWithEmptyPage({ origin: product.origin, cookie: demo.busyCustomer.cookie, dir });
  printVerdict(rows, ratio);
} finally {
  await closeBrowser();
  await product.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);
