// `npm run pictures [origin]`: photographs the real screens of a running demo, for the landing page and the README, and
// draws the social picture. Look at the pictures before you commit them.
import { mkdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import sharp from "sharp";
import { systemBrowser } from "../../worker/up/system-browser.mjs";
import { anEd25519Line } from "../support/ssh-key";
import { socialPicture } from "./social-picture";

const origin = process.argv[2] ?? "http://127.0.0.1:3000";
const root = join(import.meta.dirname, "../..");
const folder = join(root, "app/site/screens/home/pictures");
/** CSS pixels; the stored pictures are one and a half times as large, for sharp screens. */
const SIZE = { width: 1200, height: 750 };
const SCALE = 1.5;
/** The same on a phone, for narrow screens; stored twice as large. */
const NARROW_SIZE = { width: 390, height: 520 };
const NARROW_SCALE = 2;
const BYTES_MAX = 60 * 1024;
const QUALITIES = [55, 45, 35, 25];
const TASK = { task_name: "vision-finetune-07", gpu_type: "a5000", gpu_min: 2, agent: "stats" };

mkdirSync(folder, { recursive: true });
const executablePath = systemBrowser();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] });
try {
  for (const theme of ["light", "dark"] as const) {
    await photograph(browser, { theme, suffix: theme, viewport: SIZE, deviceScaleFactor: SCALE });
    const narrow = { viewport: NARROW_SIZE, deviceScaleFactor: NARROW_SCALE };
    await photograph(browser, { theme, suffix: `narrow-${theme}`, ...narrow });
  }
  const logo = await readFile(join(root, "public/favicon.svg"), "utf8");
  await keep(await socialPicture(browser, logo), "public/social.png");
} finally {
  await browser.close();
}

interface Shot {
  theme: "light" | "dark";
  /** Suffix of the files' names. */
  suffix: string;
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
}

async function photograph(from: Browser, { theme, suffix, ...screen }: Shot): Promise<void> {
  const context = await from.newContext({
    baseURL: origin,
    ...screen,
    colorScheme: theme,
    timezoneId: "UTC",
  });
  await context.addCookies([{ name: "smc", value: "1", url: origin }]);
  const page = await context.newPage();
  await logIn(page);
  await aRunningTask(page);
  for (const [name, path] of Object.entries({ rent: "/rent?new=1", tasks: "/tasks", billing: "/billing" })) {
    await page.goto(path, { waitUntil: "networkidle" });
    await page.evaluate(() => document.fonts.ready);
    if (name === "tasks" && suffix === "light") await keep(await page.screenshot(), "docs/screenshot.png");
    if (name === "rent") await endAfterSizes(page);
    if (name === "tasks") await openSsh(page);
    await write(`${name}-${suffix}`, await page.screenshot());
  }
  await context.close();
}

/** Ends the form after the sizes, so that the bar with the cost covers no field. */
async function endAfterSizes(page: Page): Promise<void> {
  await page.addStyleTag({ content: "section[aria-label='How many GPUs'] ~ :not(.bottom-bar) { display: none }" });
}

/** The popup with the login command. */
async function openSsh(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^SSH/ }).first().click();
  await page.getByRole("dialog").waitFor();
  // The page behind it is part of the picture.
  await page.addStyleTag({ content: "dialog::backdrop { background: transparent !important }" });
}

async function logIn(page: Page): Promise<void> {
  await page.goto("/login");
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill("customer@millrace.example");
  await main.getByLabel("Password", { exact: true }).fill("millrace-demo");
  await main.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/login");
}

/** The task in the pictures, started by the documented calls; that of an earlier picture if it still runs. */
async function aRunningTask(page: Page): Promise<void> {
  await call(page, "/v1/ssh-public-key-upload", { ssh_public_key: anEd25519Line("picture") });
  await call(page, "/v1/reserve", { ...TASK, idempotency_key: `picture-${TASK.task_name}` });
  await page.goto("/tasks", { waitUntil: "networkidle" });
  const row = page.getByRole("row").filter({ hasText: TASK.task_name });
  await row.getByText("running", { exact: false }).first().waitFor();
}

async function call(page: Page, path: string, body: object): Promise<void> {
  const answer = await page.evaluate(
    async ([to, sent]) => {
      const headers = { "Content-Type": "application/json", "X-Requested-With": "XMLHttpRequest" };
      const response = await fetch(to, { method: "POST", headers, body: sent });
      return `${response.status} ${await response.text()}`;
    },
    [path, JSON.stringify(body)] as const,
  );
  console.log(path, answer.slice(0, 160));
}

/** The best quality within the size limit of a picture. */
async function write(name: string, png: Buffer): Promise<void> {
  for (const quality of QUALITIES) {
    const avif = await sharp(png).avif({ quality, effort: 4 }).toBuffer();
    if (avif.length > BYTES_MAX && quality !== QUALITIES.at(-1)) continue;
    await writeFile(join(folder, `${name}.avif`), avif);
    console.log(`${name}: ${avif.length} bytes at quality ${quality}`);
    return;
  }
}

async function keep(png: Buffer, file: string): Promise<void> {
  const { size } = await sharp(png).png({ palette: true, compressionLevel: 9 }).toFile(join(root, file));
  console.log(`${file}: ${size} bytes`);
}
