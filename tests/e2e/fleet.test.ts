import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn } from "./support/people";

const { visitor } = useBrowser();
const NODES = ["ams2-a100-01", "ams2-a100-02"];

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("Operators of a large fleet, $how (scenario 32)", ({ javaScript }) => {
  const at = async (path: string) => {
    const page = await visitor({ javaScript });
    await logIn(page, "operator");
    await page.goto(path);
    if (javaScript) await hydrated(page);
    return page;
  };

  test("set the mode of ticked nodes after one question", async () => {
    const page = await at("/dashboard/nodes?view=list&cluster=ams2");
    for (const [mode, flag] of [
      ["Drain", "1"],
      ["Norm", "0"],
    ] as const) {
      // Without a script the page refreshes itself, unless somebody wants to tick boxes.
      const select = page.getByRole("link", { name: "Select nodes" });
      if (await select.isVisible()) await select.click();
      for (const name of NODES) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
      await page.getByRole("button", { name: `Set the selected nodes to ${mode}` }).click();
      await page.getByRole("heading", { name: `Set 2 nodes to ${mode}?` }).waitFor();
      await page.getByRole("button", { name: `Set 2 nodes to ${mode}` }).click();
      await page.getByText(`Mode of 2 nodes set to ${mode}.`).waitFor();
      for (const name of NODES) await current(page, name, flag).waitFor();
    }
  });

  test("give a rack to ticked nodes, drain it from the preview, and cancel the plan", async () => {
    const rack = javaScript ? "J7" : "N7";
    const page = await at("/dashboard/nodes?view=list&cluster=ams2&ticks=1");
    await page.getByRole("checkbox", { name: `Select ${NODES[0]}` }).check();
    await page.getByRole("button", { name: "Rack and labels of the selected nodes" }).click();
    await page.getByRole("button", { name: "Change 1 node" }).click();
    await page.getByText("Type a rack, or labels to add or remove.").waitFor();
    await page.getByLabel("Set the rack").fill(rack);
    await page.getByRole("button", { name: "Change 1 node" }).click();
    await page.getByText("Rack and labels of 1 node changed.").waitFor();

    await page.goto("/dashboard/maintenance");
    await page.getByRole("link", { name: "Drain several nodes" }).click();
    await page.getByLabel("Rack").selectOption(rack);
    if (!javaScript) await page.getByRole("button", { name: "Choose" }).click();
    await page.getByText("1 node.").waitFor();
    await page.getByLabel("Nodes out at the same time").fill("0");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("Choose a name of at most 60 characters").first().waitFor();
    await page.getByLabel("Nodes out at the same time").fill("1");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("button", { name: "Start with 1 node" }).click();
    await page.getByRole("heading", { name: `Rack ${rack}`, exact: true }).waitFor();

    await page.goto("/dashboard/maintenance");
    await page
      .getByRole("link", { name: `Rack ${rack}`, exact: true })
      .first()
      .click();
    await page.getByText("Cancel plan", { exact: true }).click();
    await page.getByRole("button", { name: "Cancel the plan" }).click();
    await page.getByText("The plan is cancelled.").waitFor();
    await page.goto(`/dashboard/nodes/${NODES[0]}`);
    const norm = page.getByRole("group", { name: `Mode of ${NODES[0]}` }).getByRole("button", { name: "Norm" });
    await norm.click();
    await current(page, NODES[0] ?? "", "0").waitFor();
  });

  test("plan a node's drain by a time, see it refused in the past, and withdraw it", async () => {
    const page = await at(`/dashboard/nodes?q=${NODES[0]}`);
    await page.getByRole("article", { name: NODES[0] }).getByRole("link", { name: "Plan" }).click();
    await page.getByRole("heading", { name: NODES[0], exact: true }).waitFor();
    const field = page.getByLabel("Empty by, UTC");
    await field.fill("2026-01-01T10:00");
    await page.getByRole("button", { name: /^Plan it/ }).click();
    await page.getByText("Choose a time from 10 minutes to 30 days ahead.").first().waitFor();
    expect(await field.inputValue()).toBe("2026-01-01T10:00");

    await field.fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 16));
    await page.getByRole("button", { name: /^Plan it/ }).click();
    await page.getByText("takes no new tasks and must be empty by").waitFor();
    await page.getByText("Drains by", { exact: false }).first().waitFor();
    await page
      .getByRole("group", { name: `Mode of ${NODES[0]}` })
      .getByRole("button", { name: "Norm" })
      .click();
    await page.getByText(`Mode of ${NODES[0]} set to Norm.`).waitFor();
    await page.getByText("Norm cancels this plan").waitFor({ state: "detached" });
  });
});

function current(page: Page, node: string, flag: string) {
  return page.getByRole("group", { name: `Mode of ${node}` }).locator(`button[value^="${flag}"][aria-current]`);
}
