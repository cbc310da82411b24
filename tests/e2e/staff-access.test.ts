import { describe, expect, test } from "vitest";
import { until } from "../support/until";
import { call } from "./support/api";
import { useBrowser } from "./support/browser";
import { openConnected } from "./support/connected";
import { becomeCustomer } from "./support/newcomer";
import { logIn, showApiKey } from "./support/people";
import { makeKeyPair } from "./support/ssh";

const { visitor } = useBrowser();

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("Staff actions for a customer are audited, $how", ({ javaScript }) => {
  test("the customer reads that an admin viewed and wrote, and the admin finds it in the audit", async () => {
    const customer = await visitor({ javaScript });
    // Nobody else has looked at them: a second look within 15 minutes is not recorded.
    await becomeCustomer(customer, `seen-${javaScript ? "script" : "plain"}@people.example`, javaScript);
    const tenant = (await customer.locator("body").getAttribute("data-account")) ?? "";
    const admin = await visitor({ javaScript });
    await logIn(admin, "admin");
    await admin.goto(`/users/stats/${tenant}`);
    await admin.getByLabel("New comment").fill(`Remark of a test, ${javaScript}`);
    await admin.getByRole("button", { name: "Add comment" }).click();
    await admin.getByText("Comment added.").first().waitFor();

    await customer.goto("/user/security");
    const access = customer.getByRole("table", { name: "Staff access" });
    await access.getByText("Wrote a note about your account").first().waitFor();
    await access.getByText("Opened your account’s page").first().waitFor();
    expect(await access.textContent()).not.toMatch(/Remark|Demo Admin/);

    await admin.goto("/dashboard/audit");
    await admin.getByLabel("Who").fill("admin@millrace.example");
    await admin.getByLabel("Action").selectOption("user.comment");
    await admin.getByRole("main").getByRole("button", { name: "Show", exact: true }).click();
    await admin.waitForURL(/action=user\.comment/);
    const rows = admin.getByRole("table", { name: "Audit" }).getByRole("row");
    // The address changes before the page does.
    await until("the filtered rows", async () => {
      const texts = (await rows.allTextContents()).slice(1);
      return texts.length > 0 && texts.every((row) => row.includes("user.comment"));
    });

    await admin.getByRole("button", { name: "Check now" }).click();
    await admin.getByText("The chain is being checked.").first().waitFor();
    await until("the chain to be verified", async () => {
      if (!javaScript) await admin.goto("/dashboard/audit");
      return (
        (await admin.getByRole("main").textContent())?.includes("Verified at") &&
        !(await admin.getByText("not yet").count())
      );
    });
  });
});

test("Staff see a customer's task appear among the open tasks, without a reload", async () => {
  const customer = await visitor();
  await logIn(customer, "customer");
  const key = await showApiKey(customer);
  const tenant = (await customer.locator("body").getAttribute("data-account")) ?? "";
  const operator = await visitor();
  await logIn(operator, "operator");
  await openConnected(operator, `/users/stats/${tenant}`);
  const { publicKey } = await makeKeyPair();
  await call("/v1/ssh-public-key-upload", { key, method: "POST", body: { ssh_public_key: publicKey } });
  const body = { task_name: "seen-by-staff", gpu_type: "a5000", gpu_min: 1 };
  expect((await call("/v1/reserve", { key, method: "POST", body })).json).toMatchObject({ retcode: "OK" });
  const open = operator.getByRole("table", { name: "Open tasks" });
  await open.getByText("seen-by-staff").waitFor();
  await call("/v1/delete", { key, method: "POST", body: { task_name: "seen-by-staff" } });
  await open.getByText("seen-by-staff").waitFor({ state: "detached" });
});
