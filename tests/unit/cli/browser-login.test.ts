import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { browserLogin } from "../../../worker/cli/account/browser-login";
import { apiClient } from "../../../worker/cli/api/client";
import type { Context } from "../../../worker/cli/context";
import { EXIT } from "../../../worker/cli/exit-codes";
import { Output } from "../../../worker/cli/terminal/output";

let server: Server | undefined;
afterEach(() => {
  server?.close();
  vi.restoreAllMocks();
});

const BEGUN = {
  retcode: "OK",
  device_code: "device",
  user_code: "WDJB-MJHT",
  verification_uri: "https://gpus.example/device",
  verification_uri_complete: "https://gpus.example/device?user_code=WDJB-MJHT",
  expires_in: 5,
  interval: 0.01,
};
const waiting = { retcode: "ERROR", human_readable_message: "Not yet.", error: "authorization_pending" };

/** Logs in where the token path gives these answers, one after the other. */
async function logInWith(...answers: Record<string, unknown>[]) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    const answer = request.url === "/v1/device/authorize" ? BEGUN : (answers[asked.length] ?? waiting);
    if (request.url === "/v1/device/token") asked.push(request.url);
    response.writeHead(answer["retcode"] === "OK" ? 200 : 400, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const context = { env: {}, out: new Output(false, { noColour: true, forceColour: false }) } as Context;
  const login = browserLogin(context, apiClient({ url: `http://127.0.0.1:${port}` }));
  return { login, asked, text: () => said.mock.calls.join("") };
}

test("shows code and page, and asks until it was allowed", async () => {
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
  expect(text()).toContain(BEGUN.verification_uri_complete);
  expect(text()).toContain("WDJB-MJHT");
});

test.each(["access_denied", "expired_token"])("%s ends it, in the server's words", async (error) => {
  const { login } = await logInWith(waiting, { retcode: "ERROR", human_readable_message: "Denied there.", error });
  await expect(login).rejects.toMatchObject({ message: "Denied there.", code: EXIT.login });
});
