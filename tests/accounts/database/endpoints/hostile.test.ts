import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postWebhook } from "~/accounts/post-webhook.server";
import { sendTest } from "~/accounts/inside/endpoints/send-again.server";
import { WebhookSender } from "../../../../worker/jobs/webhook-sender";
import { until } from "../../../support/until";
import { startBun } from "../../../support/bun-program";
import { aTenant } from "../../../support/world";
import { allowLoopback, anEndpoint, aReceiver, type Receiver } from "./receiver";

const opened: Receiver[] = [];
const opening = async (...given: Parameters<typeof aReceiver>) => {
  const receiver = await aReceiver(...given);
  opened.push(receiver);
  return receiver;
};

beforeAll(allowLoopback);
afterAll(async () => {
  await Promise.all(opened.map((one) => one.end()));
});

const post = (url: string, more: Partial<Parameters<typeof postWebhook>[0]> = {}) =>
  postWebhook({ url, headers: {}, body: "{}", attempt: 0, loopback: true, ...more });

describe("A hostile receiver (15.3)", () => {
  it("that never answers is abandoned after the time limit", async () => {
    const silent = await opening(() => {});
    expect(await post(silent.url, { timeoutMs: 300 })).toMatchObject({
      status: null,
      error: "No answer within 0.3 seconds.",
    });
  });

  it.each([
    { status: 200, error: "" },
    { status: 500, error: "The answer was 500." },
  ])("that sends $status and then nothing, or a byte at a time, has answered $status", async ({ status, error }) => {
    const timers: NodeJS.Timeout[] = [];
    const dripping = await opening((_request, response) => {
      response.writeHead(status).flushHeaders();
      timers.push(setInterval(() => response.write("."), 20));
    });
    const silent = await opening((_request, response) => response.writeHead(status).flushHeaders());
    expect(await post(dripping.url, { timeoutMs: 2_000 })).toMatchObject({ status, error });
    expect(await post(silent.url, { timeoutMs: 2_000 })).toMatchObject({ status, error, body: "" });
    timers.forEach(clearInterval);
  });

  it("whose answer never ends is read up to the stored size", async () => {
    let closed = false;
    const endless = await opening((_request, response) => {
      response.writeHead(200);
      const flood = () =>
        void (response.destroyed ? null : response.write("x".repeat(65_536), () => setImmediate(flood)));
      response.on("close", () => (closed = true));
      flood();
    });
    const answered = await post(endless.url);
    expect(answered).toMatchObject({ status: 200, error: "" });
    expect(answered.body).toBe("x".repeat(4096));
    await until("the connection to be closed", () => closed);
  });

  it("that redirects is not followed, not even to this machine", async () => {
    const inside = await opening();
    const redirecting = await opening((_request, response) => {
      response.writeHead(307, { Location: inside.url }).end();
    });
    expect(await post(redirecting.url)).toMatchObject({ status: 307, error: "Redirects are not followed." });
    expect(inside.received).toEqual([]);
  });

  it("whose name resolves to private addresses gets nothing, even if only one of several is private", async () => {
    const inside = await opening();
    for (const found of [["127.0.0.1"], ["10.0.0.1"], ["8.8.8.8", "169.254.169.254"], ["::ffff:127.0.0.1"]]) {
      const url = `https://rebind.example.com:${inside.port}/`;
      const answered = await post(url, { loopback: false, resolve: async () => await Promise.resolve(found) });
      expect([found, answered.error]).toEqual([found, "The host name leads to a private address."]);
    }
    expect(await post("https://10.0.0.1/")).toMatchObject({
      error: "The host name leads to a private address.",
    });
    expect(inside.received).toEqual([]);
  });
});

describe("It connects to the address that was checked", () => {
  const folder = mkdtempSync(join(tmpdir(), "millrace-webhook-tls-"));
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const name = "hooks.example.com";
  let receiver: Receiver;

  beforeAll(async () => {
    const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
        ...["-keyout", keyFile, "-out", certFile],
        ...subject,
      ],
      { stdio: "ignore" },
    );
    receiver = await opening(undefined, { key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8") });
  });

  it("and resolves the name once, with the certificate of that name", async () => {
    let asked = 0;
    // The address that DNS would return a moment later.
    const resolve = async () => await Promise.resolve([++asked === 1 ? "127.0.0.1" : "10.0.0.1"]);
    const ca = readFileSync(certFile, "utf8");
    const url = `https://${name}:${receiver.port}/hooks`;
    expect(await post(url, { resolve, ca })).toMatchObject({ status: 200, error: "" });
    expect([asked, receiver.received.at(-1)?.headers.host]).toEqual([1, `${name}:${receiver.port}`]);
    const to = async () => await Promise.resolve(["127.0.0.1"]);
    expect(await post(url, { resolve: to })).toMatchObject({
      error: "The certificate is signed by an unknown authority.",
    });
    const other = `https://other.example.com:${receiver.port}/`;
    expect(await post(other, { resolve: to, ca })).toMatchObject({ error: "The certificate is for another name." });
  });

  it("under Bun too, which runs the worker", async () => {
    const program = startBun("tests/support/programs/post-webhook.ts", {
      args: [String(receiver.port), certFile],
    });
    const said = JSON.parse(await program.line(/^\{/)) as Record<string, unknown>;
    await program.gone;
    expect(said).toEqual({
      checked: [200, ""],
      asked: 1,
      otherName: [null, "The certificate is for another name."],
      unknown: [null, "The certificate is signed by an unknown authority."],
      private: [null, "The host name leads to a private address."],
      endless: [200, 4096],
      redirect: [302, "Redirects are not followed."],
      silent: [null, "No answer within 0.3 seconds."],
      unfinished: [200, ""],
    });
  });
});

describe("A slow receiver", () => {
  it("delays neither other tenants nor the job", async () => {
    const [slowOne, quickOne] = [await aTenant({ dollars: 0 }), await aTenant({ dollars: 0 })];
    const [silent, quick] = [await opening(() => {}), await opening()];
    const now = new Date();
    const slowEnd = await anEndpoint(slowOne, { url: silent.url });
    for (let count = 0; count < 200; count += 1) await sendTest({ ...slowOne, ...slowEnd, now });
    const sender = new WebhookSender({ clock: () => now, options: { timeoutMs: 200_000 } });
    await sender.turn();
    await until("the slow one to be asked", () => silent.received.length > 0);
    const quickEnd = await anEndpoint(quickOne, { url: quick.url });
    await sendTest({ ...quickOne, ...quickEnd, now });
    await sender.turn();
    // The slow endpoint would delay it for longer than this waits.
    await until("the quick one to be told", () => quick.received.length === 1);
    await silent.end();
    await sender.stop();
  });
});
