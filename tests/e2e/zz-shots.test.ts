import { test } from "vitest";
import { useBrowser } from "./support/browser";
import { logIn } from "./support/people";
import { hydrated } from "./support/hydrated";
const { visitor } = useBrowser();
const PATHS = ["/dashboard/users", "/dashboard/users?q=nobody&state=suspended&debt=1&pro=zz", "/dashboard/user-info?q=millrace&more=customer%40millrace.example", "/dashboard/user-info"];
test("shots", async () => {
  for (const [width, colorScheme, javaScript] of [[1280, "light", true], [390, "dark", true], [1280, "dark", false], [390, "light", false]] as const) {
    const page = await visitor({ width, colorScheme, javaScript });
    await logIn(page, "admin");
    for (const [i, path] of PATHS.entries()) {
      await page.goto(path, { waitUntil: "networkidle" });
      if (javaScript) await hydrated(page);
      await page.screenshot({ path: `/tmp/users-pg/shot-${i}-${width}-${colorScheme}-${javaScript ? "js" : "no"}.png`, fullPage: true });
    }
    if (javaScript) {
      await page.goto("/dashboard/users");
      await hydrated(page);
      await page.getByRole("button", { name: "Top Paid Users" }).click();
      await page.screenshot({ path: `/tmp/users-pg/shot-top-${width}.png` });
    }
  }
}, 200000);
