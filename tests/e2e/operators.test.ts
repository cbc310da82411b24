import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { call, endTasks } from "./support/api";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn, showApiKey } from "./support/people";
import { makeKeyPair } from "./support/ssh";
import { until } from "../support/until";
import { opener } from "./support/popup";

const { visitor } = useBrowser();

describe.each([
  { how: "with the script", javaScript: true, node: "ams2-a100-01" },
  { how: "without JavaScript", javaScript: false, node: "ams2-a100-02" },
])("Operators can take a node out of service, $how (scenario 32)", ({ javaScript, node }) => {
  test("Drain removes it from the free capacity, Norm returns it", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "operator");
    await page.goto("/dashboard/nodes");
    const before = await freeNodes("ams2");

    await mode(page, node, "Drain").click();
    await expectCurrent(page, node, "Drain");
    await until("the node to leave the free capacity", async () => (await freeNodes("ams2")) === before - 1);

    await mode(page, node, "Norm").click();
    await expectCurrent(page, node, "Norm");
    await until("the node to be free again", async () => (await freeNodes("ams2")) === before);
  });
});

test("Operators see a failed mode revert, with the reason (scenario 32)", async () => {
  const page = await visitor();
  await logIn(page, "operator");
  await page.goto("/dashboard/nodes");
  // A form that is sent before the script runs would not be intercepted below.
  await hydrated(page);
  const refusal = { retcode: "FAILED", human_readable_message: "The service is busy. Please try again." };
  await page.route("**/v1/drain", (route) => route.fulfill({ json: refusal }));
  await mode(page, "ams2-a100-01", "Upgrade").click();
  await page.getByText(refusal.human_readable_message).waitFor();
  await expectCurrent(page, "ams2-a100-01", "Norm");
});

test("Operators see a tenant's task appear and disappear, without a reload", async () => {
  const operator = await visitor();
  await logIn(operator, "operator");
  const customer = await visitor();
  await logIn(customer, "customer");
  const key = await showApiKey(customer);
  await endTasks(key);
  const name = (await customer.locator("body").getAttribute("data-account")) ?? "";
  await operator.goto("/dashboard/nodes");
  await hydrated(operator);

  const { publicKey } = await makeKeyPair();
  await call("/v1/ssh-public-key-upload", { key, method: "POST", body: { ssh_public_key: publicKey } });
  const body = { task_name: "seen", gpu_type: "a100", gpu_min: 4 };
  expect((await call("/v1/reserve", { key, method: "POST", body })).json).toMatchObject({ retcode: "OK" });
  await operator.getByText(name).first().waitFor();
  await call("/v1/delete", { key, method: "POST", body: { task_name: "seen" } });
  await operator.getByText(name).first().waitFor({ state: "detached" });
});

describe.each([{ javaScript: true }, { javaScript: false }])("With JavaScript: $javaScript", ({ javaScript }) => {
  test("admins confirm before a node is retired", async () => {
    const page = await visitor({ javaScript });
    await logIn(page, "admin");
    await page.goto("/dashboard/nodes");
    if (javaScript) await hydrated(page);
    const card = page.getByRole("article", { name: "ams2-a100-02" });
    await card.getByText("System", { exact: true }).click();
    await opener(card, "Retire ams2-a100-02").click();
    await page.getByRole("heading", { name: "Retire ams2-a100-02?" }).waitFor();
    await page.getByRole("button", { name: "Retire node" }).waitFor();
    if (javaScript) return;
    await page.getByRole("link", { name: "Keep it" }).click();
    expect(await page.getByRole("article", { name: "ams2-a100-02" }).count()).toBe(1);
  });
});

test("All demo nodes take less than 40 KiB of HTML, without the frame of the screen", async () => {
  const page = await visitor();
  await logIn(page, "admin");
  const pageOf = async (path: string) => await (await page.request.get(path)).text();
  const html = await pageOf("/dashboard/nodes");
  const frame = await pageOf("/dashboard/search");
  expect(html.split("<article")).toHaveLength(11);
  expect(Buffer.byteLength(html) - Buffer.byteLength(frame)).toBeLessThan(40 * 1024);
});

test("Support sees the nodes and cannot change them (scenarios 9, 10)", async () => {
  const page = await visitor();
  await logIn(page, "support");
  await page.goto("/dashboard/nodes");
  await page.getByText("ams2-a100-01").first().waitFor();
  expect(await page.getByRole("button", { name: "Drain" }).count()).toBe(0);
});

test("Customers find the dashboard closed (scenario 9)", async () => {
  const page = await visitor();
  await logIn(page, "customer");
  const answer = await page.goto("/dashboard");
  expect(answer?.status()).toBe(403);
  await page.getByText("You do not have access to this page.").waitFor();
});

function mode(page: Page, node: string, name: string): Locator {
  return page.getByRole("group", { name: `Mode of ${node}` }).getByRole("button", { name });
}

async function expectCurrent(page: Page, node: string, name: string): Promise<void> {
  await until(`${node} to be in mode ${name}`, async () => await mode(page, node, name).isDisabled());
}

async function freeNodes(cluster: string): Promise<number> {
  const { json } = await call("/v1/free");
  const rows = json["free"] as { cluster_name: string; free_nodes: number }[];
  return rows.find((row) => row.cluster_name === cluster)?.free_nodes ?? 0;
}
