import type { Locator } from "playwright";
import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { useBrowser } from "./support/browser";
import { databaseUrlOf } from "./support/launch-product";
import { confirmLink, fillRegistration } from "./support/newcomer";
import { chooseGpus, nameTask, untilRunning, valueOf } from "./support/reserving";
import { fillLogin, SECOND_CUSTOMER as EMAIL } from "./support/people";
import { anEd25519Line } from "../support/ssh-key";
import { until } from "../support/until";

const { visitor } = useBrowser();

async function countSessions(): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrlOf(inject("dataDir")) });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(`select count(*) from session`);
  await client.end();
  return Number(rows[0]?.count);
}

describe.each([
  { how: "with the script", javaScript: true },
  { how: "without JavaScript", javaScript: false },
])("Visitors, $how", ({ javaScript }) => {
  test("must log in first, and then reach the requested page (scenario 1)", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/tasks");
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/login?redirectTo=%2Ftasks");
    await fillLogin(page);
    await page.waitForURL("**/tasks");
  });

  test("keep their configuration over the login, and the form is open (scenario 25)", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/configurator");
    await nameTask(page, "kept over login");
    await chooseGpus(page, 4);
    await page.getByRole("button", { name: "Proceed" }).click();
    // The form has a Log in of its own until the confirm step is drawn, and keeps the name as it was typed.
    await page.getByRole("heading", { name: "Confirm" }).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByText("Your order is kept").waitFor();
    await fillLogin(page);
    await page.waitForURL("**/rent**");
    expect(await page.getByLabel("Task Name").inputValue()).toBe("kept-over-login");
    expect(await valueOf(page, "gpu_min")).toBe("4");
  });

  test("get from the landing page to a running GPU with a new account, and keep their order", async () => {
    const page = await visitor({ javaScript });
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    const main = page.getByRole("main");
    const email = `from-landing-${javaScript ? "scripted" : "plain"}@people.example`;
    await page.goto("/");
    await click(main.getByRole("link", { name: "Rent a5000 in fra1" }));
    await nameTask(page, javaScript ? "brought along" : "brought plainly");
    await click(main.getByRole("button", { name: "Register to start" }));
    await page.getByText("Your order is kept").waitFor();
    await fillRegistration(page, email);
    clicks += 1;
    await click(main.getByRole("button", { name: "Register" }));
    await click(main.getByRole("link", { name: "open the mailbox" }));
    await click(confirmLink(page, email));
    // In the browser that registered, the script presses the button.
    if (!javaScript) await click(main.getByRole("button", { name: "Confirm" }));
    await page.waitForURL("**/rent?**");
    expect(await page.getByLabel("Task Name").inputValue()).toMatch(/^brought/);
    await page.getByLabel("SSH Public Key").fill(anEd25519Line(email));
    // Without the script the confirm step needs one more click; the key is stored on the way.
    if (!javaScript) await click(main.getByRole("button", { name: "Proceed" }));
    await click(main.getByRole("button", { name: javaScript ? "Save key and start" : "Start Task" }));
    await page.waitForURL("**/tasks/*");
    const command = main.getByText(/^ssh -p \d+ root@/);
    if (javaScript) await click(main.getByRole("button", { name: "Copy Log in" }));
    else
      await until("the page, loaded again by hand, to show the command", async () => {
        await main.getByRole("link", { name: "Look again" }).click();
        return (await command.count()) > 0;
      });
    await command.waitFor();
    expect(clicks).toBe(javaScript ? 8 : 9);
    await untilRunning(page, "brought");
  });

  test("who left a page open for too long retry with their input, and are logged in", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/contact");
    const form = page.getByRole("main");
    const token = async () => await form.locator("input[name=_token]").first().inputValue();
    const tokens: string[] = [await token()];
    const anotherToken = async () =>
      tokens.push(
        await until("the page to have another token", async () => ((await token()) === tokens.at(-1) ? null : token())),
      );
    await form.getByLabel("Message").fill("Where is my invoice?");
    // As if the browser had been closed meanwhile: the page's token belongs to a cookie that is gone.
    await page.context().clearCookies();
    await form.getByRole("button", { name: "Send" }).click();
    await page.getByText("The page has expired. Please try again.").waitFor();
    expect(await form.getByLabel("Message").inputValue()).toBe("Where is my invoice?");
    await anotherToken();
    await form.getByRole("button", { name: "Send" }).click();
    await page.getByText("A name of 1 to 100 characters is required.").waitFor();

    await page.goto("/login");
    tokens.push(await token());
    await page.context().clearCookies();
    await fillLogin(page);
    await page.getByText("The page has expired. Please try again.").first().waitFor();
    await anotherToken();
    expect(await form.getByLabel("Email").inputValue()).toBe(EMAIL);
    await fillLogin(page);
    await page.waitForURL("**/tasks");
  });

  test("leave no row behind, however many pages they view; a login leaves one", async () => {
    const before = await countSessions();
    const page = await visitor({ javaScript });
    for (const path of ["/", "/pricing", "/rent", "/register", "/forgot", "/contact", "/login"]) await page.goto(path);
    expect(await countSessions()).toBe(before);
    await fillLogin(page);
    await page.waitForURL("**/tasks");
    expect(await countSessions()).toBe(before + 1);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["millrace_session"]);
  });

  test("see the cookie notice until they take it (scenario 5)", async () => {
    const page = await visitor({ javaScript });
    await page.goto("/pricing");
    await page.getByRole("button", { name: "OK" }).click();
    await page.getByRole("complementary", { name: "Cookies" }).waitFor({ state: "detached" });
    const smc = await until("the cookie to be set", async () =>
      (await page.context().cookies()).find((cookie) => cookie.name === "smc" && cookie.value === "1"),
    );
    const days = (smc.expires - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(365);
    await page.goto("/");
    expect(await page.getByRole("complementary", { name: "Cookies" }).count()).toBe(0);
  });
});

test("Visitors who mistype their password see that and stay (scenario 2)", async () => {
  const page = await visitor();
  await page.goto("/login");
  await fillLogin(page, "wrong");
  await page.getByText("These credentials do not match our records.").first().waitFor();
  expect(await page.getByRole("main").getByLabel("Email").inputValue()).toBe(EMAIL);
});

test("21: a page under http://localhost logs in, connects its socket and receives the visitor's own events", async () => {
  const { port } = new URL(inject("origin"));
  const page = await visitor({ origin: `http://localhost:${port}` });
  const heard: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => heard.push(`${new URL(socket.url()).hostname} ${String(payload)}`));
  });
  await page.goto("/login");
  await fillLogin(page);
  await page.waitForURL("**/tasks");
  await until("the socket of the visitor's own events", () =>
    Promise.resolve(heard.some((frame) => frame.startsWith('localhost 40/customer,{"sid"'))),
  );
});

test("58: a page whose socket is cut polls the documented paths instead, and stops when it is back", async () => {
  const page = await visitor();
  await page.goto("/login");
  await fillLogin(page);
  await page.waitForURL("**/tasks");

  let cut = true;
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    if (cut) await socket.close();
    else socket.connectToServer();
  });
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v1/")) asked.push(pathname);
  });
  // The page's own clock, so that nobody has to wait for its polling interval.
  await page.clock.install();
  await page.goto("/tasks");
  await until(
    "the page to ask for tasks and balance",
    async () => asked.filter((path) => path === "/v1/jobs").length >= 2 && asked.includes("/v1/money"),
  );
  const interrupted = page.getByText("Live updates are interrupted");
  await interrupted.waitFor();
  cut = false;
  await interrupted.waitFor({ state: "detached" });
  // After reconnecting it polls no more: more than twice the interval passes without a request.
  const before = asked.length;
  await page.clock.runFor(8_000);
  expect(asked.slice(before)).toEqual([]);
});
