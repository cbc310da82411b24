import { describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { logIn } from "./support/people";

const { visitor } = useBrowser();

describe.each([
  { how: "with the script", javaScript: true, dollars: "0.10" },
  { how: "without JavaScript", javaScript: false, dollars: "0.11" },
])("An admin gives back some of a task's cost, $how", ({ javaScript, dollars }) => {
  test("from its customer's page; the customer reads the reason on the statement", async () => {
    const customer = await visitor({ javaScript });
    await logIn(customer, "customer");
    await customer.goto("/tasks");
    const tenant = (await customer.locator("body").getAttribute("data-account")) ?? "";
    const admin = await visitor({ javaScript });
    await logIn(admin, "admin");
    await admin.goto(`/users/stats/${tenant}`);
    await admin.getByRole("link", { name: "Refund whisper-eu" }).click();
    await admin.getByRole("heading", { name: "Refund whisper-eu" }).waitFor();
    await admin.getByRole("button", { name: "Give back" }).click();
    await admin.getByText("A reason has 1 to 200 characters.").first().waitFor();
    await admin.getByLabel("Dollars").fill(dollars);
    await admin.getByLabel("Reason").fill(`Slow, given ${dollars}.`);
    await admin.getByRole("button", { name: "Give back" }).click();
    await admin.getByText(`$${dollars} was given back for 1 task.`).first().waitFor();
    await admin.getByRole("table", { name: "Given back so far" }).getByText(`Slow, given ${dollars}.`).waitFor();

    await customer.goto("/billing/movements");
    await customer.getByText(`Refund for whisper-eu: Slow, given ${dollars}.`).first().waitFor();
    await customer.goto(`/billing/statements/${new Date().toISOString().slice(0, 7)}`);
    await customer
      .getByRole("link", { name: `Refund for whisper-eu: Slow, given ${dollars}.` })
      .first()
      .click();
    await customer.getByText(/^✓ Given back for/).waitFor();
  });
});

test("The typed reason stays when the page reloads its data", async () => {
  const customer = await visitor();
  await logIn(customer, "customer");
  await customer.goto("/tasks");
  const tenant = (await customer.locator("body").getAttribute("data-account")) ?? "";
  const admin = await visitor();
  await logIn(admin, "admin");
  await admin.goto(`/users/stats/${tenant}`);
  const path = await admin.getByRole("link", { name: "Refund whisper-eu" }).getAttribute("href");
  await admin.goto(path ?? "");
  await admin.getByLabel("Reason").fill("Half a sentence");
  // Once its socket is connected, the page has reloaded its data.
  await admin.locator("html[data-live]").waitFor({ state: "attached" });
  expect(await admin.getByLabel("Reason").inputValue()).toBe("Half a sentence");
});
