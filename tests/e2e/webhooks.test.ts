import { test } from "vitest";
import { useBrowser } from "./support/browser";
import { becomeCustomer } from "./support/newcomer";

const { visitor } = useBrowser();

test("A customer adds an endpoint, sends it a test, and sees its result without reloading", async () => {
  const page = await visitor();
  const main = page.getByRole("main");
  await becomeCustomer(page, "webhooks@people.example");
  await page.goto("/user/webhooks");
  // The name never resolves, so the first attempt fails.
  await main.getByLabel("URL").fill("https://hooks.people.example/gpu-tasks");
  await main.getByRole("button", { name: "Add endpoint" }).click();
  await main.getByRole("link", { name: "Send it a test" }).click();
  await main.getByRole("button", { name: "Send a test" }).click();
  const test = main.getByRole("row").filter({ hasText: "webhook.test" });
  await test.getByText("Waiting").waitFor();
  await test.getByText("next try").waitFor();
});
