import { expect, test } from "vitest";
import { useBrowser } from "./support/browser";
import { hydrated } from "./support/hydrated";
import { logIn } from "./support/people";

const { visitor } = useBrowser();

test.each([{ javaScript: true }, { javaScript: false }])(
  "A complaint is answered and answered back, JavaScript: $javaScript",
  async ({ javaScript }) => {
    const question = `Why did my task end at night? ${javaScript}`;
    const ready = async (page: Awaited<ReturnType<typeof visitor>>) => {
      if (javaScript) await hydrated(page);
    };
    const customer = await visitor({ javaScript });
    await logIn(customer, "customer2");
    await customer.goto("/contact");
    await ready(customer);
    await customer.getByLabel("Message").fill(question);
    await customer.getByRole("button", { name: "Send", exact: true }).click();
    await customer.getByText("Thank you").waitFor();

    const [one, other] = [await visitor({ javaScript }), await visitor({ javaScript })];
    await logIn(one, "operator");
    await logIn(other, "admin");
    await one.goto(`/dashboard/inbox?q=${encodeURIComponent(question)}`);
    await one.getByRole("link", { name: "Why did my task end at night?" }).first().click();
    const answer = one.getByLabel("Your answer");
    await answer.waitFor();
    await ready(one);
    await answer.fill("We look into it.");
    await one.getByLabel("Saved answer").selectOption("Which task, and when");
    await one.getByRole("button", { name: "Insert" }).click();
    const filled = /^We look into it\.\n\nHello Second Customer,[^]*Demo Operator$/;
    await one.waitForFunction(() => document.querySelector("textarea")?.value.includes("Second Customer"));
    expect(await answer.inputValue()).toMatch(filled);

    await other.goto(one.url());
    await ready(other);
    await other.getByLabel("Your answer").fill("Its node was drained.");
    await other.getByRole("button", { name: "Add as note" }).click();
    await other.getByText("note, for staff only").first().waitFor();
    await one.getByRole("button", { name: "Send and close" }).click();
    await one.getByText("There is a newer message in this conversation.").waitFor();
    await one.getByText("Its node was drained.").waitFor();
    expect(await answer.inputValue()).toMatch(filled);
    await one.getByRole("button", { name: "Send and close" }).click();
    await one.getByText("the conversation is closed").waitFor();
    expect(await answer.inputValue()).toBe("");

    await customer.goto("/contact");
    await customer.getByRole("link", { name: "Why did my task end at night?" }).first().click();
    await customer.getByText("We look into it.").waitFor();
    expect(await customer.getByText("Its node was drained.").count()).toBe(0);
    await ready(customer);
    await customer.getByLabel("Your message").fill("It is train-7, at 03:00.");
    await customer.getByRole("button", { name: "Send", exact: true }).click();
    await customer.getByText("Your message is on its way to us.").waitFor();
    await one.reload();
    await one.getByText("It is train-7, at 03:00.").waitFor();
    await one.getByText("waits for us").waitFor();
    // The next run begins a conversation of its own.
    await ready(one);
    await one.getByRole("button", { name: "Close", exact: true }).click();
    await one.getByText("A new message opens it again.").waitFor();
  },
);
