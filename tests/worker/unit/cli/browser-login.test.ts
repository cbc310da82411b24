import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { browserLogin, pageOf } from "../../../../worker/cli/account/browser-login";
import type { Context } from "../../../../worker/cli/context";
import { EXIT } from "../../../../worker/cli/failure";
import { Output } from "../../../../worker/cli/terminal/output";

let server: Server | undefined;
afterEach(() => {
  server?.close();
  vi.restoreAllMocks();
});

const BEGUN = {
  retcode: "OK",
  device_code: "device",
  user_code: "WDJB-MJHT",
  expires_in: 5,
  interval: 0.01,
};
const waiting = { retcode: "ERROR", human_readable_message: "Not yet.", error: "authorization_pending" };

const origin = () => `http://127.0.0.1:${(server?.address() as AddressInfo).port}`;
const pagesAt = (url: string) => ({
  verification_uri: `${url}/device`,
  verification_uri_complete: `${url}/device?user_code=WDJB-MJHT`,
});

/** Logs in with these answers of the token path, one after the other. */
async function logInWith(...answers: Record<string, unknown>[]) {
  return await logInAfter({}, ...answers);
}

/** The same, with these fields added to the first answer. */
async function logInAfter(more: Record<string, unknown>, ...answers: Record<string, unknown>[]) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    const answer =
      request.url === "/v1/device/authorize"
        ? { ...BEGUN, ...pagesAt(origin()), ...more }
        : (answers[asked.length] ?? waiting);
    if (request.url === "/v1/device/token") asked.push(request.url);
    response.writeHead(answer["retcode"] === "OK" ? 200 : 400, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const context = { env: {}, out: new Output(false, { noColour: true, forceColour: false }) } as Context;
  const login = browserLogin(context, origin());
  return { login, asked, text: () => said.mock.calls.join("") };
}

test("shows code and page, and polls until it was allowed", async () => {
  const key = {
    retcode: "OK",
    api_key: "mr_new",
    name: "millrace on laptop",
    scopes: ["read"],
    expires_ts: 1714000000,
  };
  const { login, asked, text } = await logInWith(waiting, waiting, key);
  expect(await login).toEqual({ apiKey: "mr_new", expiresTs: 1714000000 });
  expect(asked).toHaveLength(3);
  expect(text()).toContain("/device?user_code=WDJB-MJHT\n");
  expect(text()).toContain("WDJB-MJHT");
});

test.each(["access_denied", "expired_token"])("%s ends it, in the server's words", async (error) => {
  const { login } = await logInWith(waiting, { retcode: "ERROR", human_readable_message: "Denied there.", error });
  await expect(login).rejects.toMatchObject({ message: "Denied there.", code: EXIT.login });
});

test.each([
  "https://evil.example/device",
  "http://gpus.example/device",
  "https://gpus.example:8443/device",
  "https://gpus.example@evil.example/device",
  "https://user@gpus.example/device",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "--new-window=https://gpus.example/device",
  "-x",
  "/device",
  "",
])("a page on another site is refused: %j", (said) => {
  expect(() => pageOf(said, "https://gpus.example")).toThrow("a page that is not its own");
});

test("the shown page is the opened one, without terminal sequences", () => {
  expect(pageOf("https://gpus.example/device?user_code=A-B", "https://gpus.example")).toBe(
    "https://gpus.example/device?user_code=A-B",
  );
  expect(pageOf("\u001bhttps://gpus.example/\u202e\u009b2J", "https://gpus.example")).toMatch(/^https:[\x20-\x7e]+$/);
});

test("a login on another site is refused before anything is opened or asked; a code moves no cursor", async () => {
  const evil = await logInAfter({ verification_uri_complete: "https://evil.example/device?user_code=WDJB-MJHT" });
  await expect(evil.login).rejects.toMatchObject({ code: EXIT.login, hint: expect.stringContaining("evil.example") });
  expect(evil.text()).toBe("");
  expect(evil.asked).toEqual([]);
  server?.close();
  const key = { retcode: "OK", api_key: "mr_new", expires_ts: 1714000000 };
  const coded = await logInAfter({ user_code: "W\u001b[2J\nX" }, key);
  await coded.login;
  expect(coded.text()).toContain("The code is W [2J X;");
});
