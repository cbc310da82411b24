import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { call } from "./support/api";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { databaseUrlOf } from "./support/launch-product";
import { becomeCustomer } from "./support/newcomer";
import { fillLogin, logIn, showApiKey } from "./support/people";
import { opener } from "./support/popup";
import {
  aCustomerWithKey,
  choose,
  chooseGpus,
  chosen,
  kill,
  nameTask,
  rowOf,
  unfold,
  untilListed,
  untilRunning,
  valueOf,
} from "./support/reserving";
import { makeKeyPair } from "./support/ssh";
import { anEd25519Line } from "../support/ssh-key";
import { until } from "../support/until";

const { visitor } = useBrowser();

const DRAFT = "millrace.reservation_draft";
/** Both nodes of the demo's second cluster: while one GPU there is in use, this task can only join the queue. */
const BOTH_NODES = "16";

describe.each([
  { how: "with the script", javaScript: true, mark: "scripted" },
  { how: "without JavaScript", javaScript: false, mark: "plain" },
])("Customers reserve, $how", ({ javaScript, mark }) => {
  test("15: without an SSH key both buttons are disabled", async () => {
    const page = await visitor({ javaScript });
    // The admin of the demo stores no key in any test.
    await logIn(page, "admin");
    await page.goto("/rent?step=confirm");
    expect(await page.getByRole("button", { name: "Start Task" }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Enqueue Task" }).isDisabled()).toBe(true);
    // One answer, and the first step first.
    expect(await page.getByText("Your job will start immediately").count()).toBe(0);
    await page.getByText("Start the task once your key is stored").waitFor();
    await page.getByLabel("SSH Public Key").fill("not a key");
    await page.getByRole("button", { name: "Save key" }).click();
    await page.getByText("This is not a valid SSH public key.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/rent");
  });

  test("14: a refused name shows its error at the field, and everything else is kept", async () => {
    const page = await aCustomerWithKey(await visitor({ javaScript }));
    await page.goto("/rent?new=1");
    await chooseGpus(page, 2);
    await unfold(page);
    await page.getByLabel("Agent").selectOption("stats");
    await nameTask(page, "-x");
    await page.getByRole("button", { name: "Proceed" }).click();
    await page.getByText("must start with a letter or digit.").waitFor();
    await page.goto(`/rent?step=confirm&gpu_min=2&agent=stats&task_name=${"x".repeat(64)}`);
    await page.getByText("A task name may have at most 63 characters.").waitFor();
    expect(await page.getByLabel("Task Name").getAttribute("aria-invalid")).toBe("true");
    expect(await chosen(page)).toEqual({ gpus: "2", agent: "stats" });
  });

  test("13: Start Task normalises the name and the task runs; 14: its name is then taken", async () => {
    const page = await aCustomerWithKey(await visitor({ javaScript }));
    const name = `my first ${mark}`;
    await page.goto("/rent?new=1");
    await nameTask(page, name);
    await chooseGpus(page, 2);
    await page.getByRole("button", { name: "Proceed" }).click();
    await page.getByText("Your job will start immediately").waitFor();
    await page.getByText("With this task included your balance of").waitFor();
    expect(await page.getByRole("button", { name: "Enqueue Task" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Start Task" }).click();
    await page.waitForURL("**/tasks/*");
    await page.getByText(`Task my-first-${mark} is starting.`).first().waitFor();
    await untilRunning(page, `my-first-${mark}`);
    // While it runs, the header of every page shows how long the money lasts: 2 × $0.95, against the rest of the
    // balance.
    const burn = /^Balance \$\d+\.\d\d \$1\.90 per hour for about \d+ d \d+ h$/;
    const spend = page.getByRole("banner").getByRole("link", { name: burn });
    // Charging starts with the next whole second, and a page without the script stays as it was loaded.
    await until("the header to say how long the money lasts", async () => {
      await page.goto("/faq");
      return (await spend.count()) > 0;
    });
    expect(await spend.getAttribute("href")).toBe("/billing");
    expect(await spend.locator("[title]").getAttribute("title")).toMatch(/^Until \d\d\.\d\d\.\d{4} [\d:]{8} UTC$/);

    await page.goto(`/rent?${new URLSearchParams({ step: "confirm", task_name: name, agent: "stats" })}`);
    await page.getByRole("button", { name: "Start Task" }).click();
    await page.getByText(`You already have an unfinished task named my-first-${mark}.`).first().waitFor();
    expect(await page.getByLabel("Task Name").inputValue()).toBe(`my-first-${mark}`);
    expect(await chosen(page)).toEqual({ gpus: "1", agent: "stats" });
    await kill(page, `my-first-${mark}`);
  });

  test("24: the queue requires the agreement; the queued task is removed and nothing is charged", async () => {
    const page = await aCustomerWithKey(await visitor({ javaScript }));
    const name = `patient-${mark}`;
    const before = `before-${mark}`;
    await page.goto(`/rent?step=confirm&row=ams2:a100&task_name=${before}`);
    await page.getByRole("button", { name: "Start Task" }).click();
    await page.waitForURL("**/tasks/*");
    await untilRunning(page, before);
    await page.goto(`/rent?step=confirm&gpu_min=${BOTH_NODES}&row=ams2:a100&task_name=${name}`);
    expect(await page.getByRole("button", { name: "Start Task" }).isDisabled()).toBe(true);
    await opener(page, "Enqueue Task").click();
    await page.getByText(/No estimate is possible|half waited at most/).waitFor();
    await page.getByRole("button", { name: "Enqueue", exact: true }).click();
    // The popup stays open, with the reason inside.
    await page.getByText("Please agree to the queue terms.").waitFor();
    await page.getByRole("checkbox", { name: /^I agree that my task starts by itself/ }).check();
    await page.getByRole("button", { name: "Enqueue", exact: true }).click();
    await page.waitForURL("**/tasks/*");
    await page.getByRole("main").getByText("queued, position 1").first().waitFor();
    await untilListed(page, name, "queued");
    await kill(page, name);
    await kill(page, before);
    await page.goto("/billing");
    expect(await page.getByRole("row").filter({ hasText: name }).count()).toBe(0);
  });

  test("another SSH key is pasted on the page itself, and the order is unchanged", async () => {
    const page = await visitor({ javaScript });
    await becomeCustomer(page, `reservation-${mark}@people.example`, javaScript);
    const [first, other] = [await makeKeyPair(), anEd25519Line(`other-${mark}`)];
    const body = { ssh_public_key: first.publicKey };
    await call("/v1/ssh-public-key-upload", { key: await showApiKey(page), method: "POST", body });
    await page.goto(`/rent?new=1&gpu_min=2&task_name=kept-${mark}`);
    await page.getByText("its disk is erased").waitFor();
    await page.getByText("Use another SSH key").click();
    const field = page.getByLabel("SSH Public Key");
    await field.fill("not a key");
    await page.getByRole("button", { name: "Save key" }).click();
    await page.getByText("This is not a valid SSH public key.").waitFor();
    await field.fill(other);
    await page.getByRole("button", { name: "Save key" }).click();
    await page.getByText("Your SSH key has been saved.").first().waitFor();
    const chosenKey = page.getByLabel("SSH Key", { exact: true }).locator("option:checked");
    await until("the key to be chosen", async () => (await chosenKey.textContent())?.includes(`other-${mark}`));
    expect(await chosen(page)).toEqual({ gpus: "2", agent: "no-agent" });
    expect(await page.getByLabel("Task Name").inputValue()).toBe(`kept-${mark}`);
  });

  test("choosing a size that fits now fills the form", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/configurator?task_name=from-a-cell");
    await choose(page, /^a100 in ams2:/);
    await choose(page, /^4 GPUs,/);
    // Without the script a button shows the cost of the new choice.
    if (!javaScript) await page.getByRole("button", { name: "Update cost" }).click();
    await page.getByRole("radio", { name: "4 GPUs, $9.96 per hour: starts at once" }).waitFor({ state: "attached" });
    expect(await valueOf(page, "gpu_min")).toBe("4");
    expect(await valueOf(page, "row")).toBe("ams2:a100");
    expect(await valueOf(page, "network")).toBe("ethernet");
    expect(await page.getByLabel("Task Name").inputValue()).toBe("from-a-cell");
    // 4 × $2.49.
    await page.getByRole("region", { name: "Cost and start" }).getByText("$9.96").waitFor();
  });
});

test("One page is enough: its choice starts, whatever is refetched meanwhile", async () => {
  const page = await aCustomerWithKey(await visitor());
  await page.goto("/rent");
  await page.getByRole("link", { name: "Rent a100 in ams2" }).click();
  await nameTask(page, "from one page");
  await chooseGpus(page, 2);
  const bar = page.getByRole("region", { name: "Cost and start" });
  await bar.getByText("$4.98").waitFor();
  // As the screen does 10 s after it was loaded, and with each new connection of its socket.
  await hydrated(page);
  const again = page.waitForResponse((response) => new URL(response.url()).pathname === "/rent.data");
  await page.evaluate(() => window.__remixRouter.revalidate());
  await (await again).finished();
  await unfold(page);
  await page.getByLabel("Agent").selectOption("stats");
  await bar.getByText("$4.98").waitFor();
  await bar.getByRole("button", { name: "Start Task" }).click();
  await page.waitForURL("**/tasks/*");
  await untilRunning(page, "from-one-page");
  // After the refusal all choices are still there.
  await page.goto("/rent?new=1");
  await nameTask(page, "from one page");
  await chooseGpus(page, 2);
  await bar.getByRole("button", { name: "Start Task" }).click();
  await page.getByText("You already have an unfinished task named from-one-page.").first().waitFor();
  expect(await chosen(page)).toEqual({ gpus: "2", agent: "no-agent" });
  await kill(page, "from-one-page");
});

test("A size that no cluster could ever hold is refused at the sizes, and the queue's popup closes", async () => {
  const page = await aCustomerWithKey(await visitor());
  // The second cluster of the demo has two nodes.
  await page.goto("/rent?new=1&row=ams2:a100&gpu_min=64");
  await page.getByRole("region", { name: "Cost and start" }).getByRole("button", { name: "Join the queue" }).click();
  await page.getByRole("checkbox", { name: /^I agree that my task starts by itself/ }).check();
  await page.getByRole("button", { name: "Enqueue", exact: true }).click();
  await page.getByRole("group", { name: "GPUs", exact: true }).getByText("ams2 has only 16 GPUs").waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
});

test("25: a visitor's input is restored after the login, and the form is open", async () => {
  const page = await visitor();
  await page.goto("/rent?new=1");
  await nameTask(page, "kept over login");
  await chooseGpus(page, 8);
  await until("the draft to be saved", async () =>
    (await page.evaluate((key) => sessionStorage.getItem(key), DRAFT))?.includes('"gpu_min":"8"'),
  );
  // The login does not know the form: only the draft restores it.
  await page.goto("/login");
  await fillLogin(page);
  await page.waitForURL("**/tasks");
  await page.goto("/rent");
  await page.getByRole("heading", { name: "New Reservation" }).waitFor();
  expect(await page.getByLabel("Task Name").inputValue()).toBe("kept over login");
  expect(await valueOf(page, "gpu_min")).toBe("8");
});

test("26: one confirmed form sent twice makes one task", async () => {
  const page = await aCustomerWithKey(await visitor());
  await page.goto("/rent?step=confirm&task_name=only-once");
  const start = page.locator("form", { has: page.locator("button[name=intent][value=start]") });
  const fields = await start.evaluate((form) =>
    [...new FormData(form as HTMLFormElement), ["intent", "start"]].map(([name, value]) => [name, String(value)]),
  );
  const form = Object.fromEntries(fields) as Record<string, string>;
  const headers = { "Sec-Fetch-Site": "same-origin", Origin: new URL(page.url()).origin };
  const opened = new Set<string | undefined>();
  for (let sent = 1; sent <= 2; sent += 1) {
    const answer = await page.request.post("/rent?step=confirm", { form, headers, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
    opened.add(answer.headers()["location"]);
  }
  expect(opened.size).toBe(1);
  await page.goto("/tasks");
  expect(await rowOf(page, "only-once").count()).toBe(1);
  await kill(page, "only-once");
});

test("The draft ends with its task, so that the form is closed again", async () => {
  const page = await aCustomerWithKey(await visitor());
  await page.goto("/rent?new=1");
  await nameTask(page, "ends the draft");
  await unfold(page);
  await page.getByLabel("Agent").selectOption("stats");
  await page.getByRole("button", { name: "Proceed" }).click();
  await page.getByRole("button", { name: "Start Task" }).click();
  await page.waitForURL("**/tasks/*");
  await until(
    "the draft to end",
    async () => (await page.evaluate((key) => sessionStorage.getItem(key), DRAFT)) === null,
  );
  await page.goto("/rent");
  expect(await page.getByRole("heading", { name: "New Reservation" }).count()).toBe(0);
  await kill(page, "ends-the-draft");
});

test("Rent says that a size starts again once no node is avoided any more (S14), without a reload", async () => {
  const page = await aCustomerWithKey(await visitor());
  const client = new pg.Client({ connectionString: databaseUrlOf(inject("dataDir")) });
  await client.connect();
  const { rows } = await client.query<{ resv_guid: string }>(
    `update placement p set failed_at = now(), node_id = (select id from node where cluster_name = 'ams2' order by id limit 1)
     from task t join user_account u on u.tenant_id = t.tenant_id where p.resv_guid = t.resv_guid
       and u.email = 'customer@millrace.example' and t.task_name = 'llama-lora-4' returning p.resv_guid`,
  );
  await client.query(`update task set needs_container = true where resv_guid = $1`, [rows[0]?.resv_guid]);
  const loads: number[] = [];
  page.on("response", (answer) => new URL(answer.url()).pathname === "/rent.data" && loads.push(performance.now()));
  await page.goto(`/rent?step=confirm&gpu_min=${BOTH_NODES}&row=ams2:a100&task_name=again`);
  await hydrated(page);
  const start = page.getByRole("button", { name: "Start Task" });
  expect(await start.isDisabled()).toBe(true);
  // Ten seconds after it was shown, Rent loads once more in any case.
  const shownMs = performance.now();
  await until("the page to load again", () => loads.some((ms) => ms > shownMs + 8_000));
  expect(await start.isDisabled()).toBe(true);
  await client.query(`update placement set failed_at = null where resv_guid = $1`, [rows[0]?.resv_guid]);
  await client.query(`update task set needs_container = false where resv_guid = $1`, [rows[0]?.resv_guid]);
  await client.end();
  await until("Start Task", async () => await start.isEnabled(), 25_000);
});
