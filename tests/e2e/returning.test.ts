import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { becomeCustomer } from "./support/newcomer";
import { chooseGpus, kill, nameTask, rowOf, untilRunning, valueOf } from "./support/reserving";
import { anEd25519Line } from "../support/ssh-key";

const { visitor } = useBrowser();
const ORDER = "/rent?new=1&row=fra1:a5000&gpu_min=2&network=ethernet&task_name=once-more";

test("A returning customer starts the same task again, and reads when the money ends and why a larger task needs more", async () => {
  const page = await visitor();
  const main = page.getByRole("main");
  const start = main.getByRole("button", { name: "Start Task" });
  await becomeCustomer(page, "returning@people.example");
  await page.goto("/rent");
  await hydrated(page);
  await main.getByRole("link", { name: "Notify me when h100 is free" }).click();
  await main.getByText("We will email you once").waitFor();
  await page.goto(ORDER);
  await page.getByLabel("SSH Public Key").fill(anEd25519Line("returning"));
  await main.getByRole("button", { name: "Save key and start" }).click();
  await page.waitForURL("**/tasks/*");
  await untilRunning(page, "once-more");

  // $10.00 last 5 hours with 2 GPUs.
  for (const path of ["/tasks", "/user", "/faq"]) {
    await page.goto(path);
    const end = page.getByRole("complementary", { name: "When your money ends" });
    await end.getByText("then all your tasks stop").waitFor();
    await end.getByRole("link", { name: "Add Funds" }).waitFor();
  }
  // With 64 GPUs more, 10 minutes of all of them cost more than is left.
  await page.goto(ORDER.replace("gpu_min=2", "gpu_min=64"));
  await main.getByText(/At least \$\d+\.\d\d more is needed to start\./).waitFor();

  await kill(page, "once-more");
  await rowOf(page, "once-more").getByRole("link", { name: "Start once-more again" }).click();
  await start.waitFor();
  expect(await valueOf(page, "gpu_min")).toBe("2");
  await nameTask(page, "second-run");
  await start.click();
  await page.waitForURL("**/tasks/*");
  await untilRunning(page, "second-run");
  await kill(page, "second-run");
});

test("what is chosen and pasted before the script runs counts for the cost and the next step", async () => {
  const page = await visitor();
  await becomeCustomer(page, "quick@people.example");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/build/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(ORDER, { waitUntil: "commit" });
  await page.getByLabel("SSH Public Key").fill(anEd25519Line("quick"));
  await chooseGpus(page, 4);
  const cost = page.getByRole("region", { name: "Cost and start" });
  const ofTwo = await cost.innerText();
  release();
  await hydrated(page);
  await cost.getByRole("button", { name: "Save key and start" }).waitFor();
  expect(await cost.innerText()).not.toContain(ofTwo.split("\n")[1]);
  expect(await valueOf(page, "gpu_min")).toBe("4");
});
