import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dataFetch } from "~/platform/live/data-fetch";

let server: Server;
let origin: string;
let answers: ((response: ServerResponse) => void)[];
let asked: number;

beforeEach(async () => {
  asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    const answer = answers.shift() ?? ((last: ServerResponse) => last.destroy());
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

const sent =
  (status: number, text: string, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { "X-Remix-Response": "yes", ...headers }).end(text);
const cutOff = (response: ServerResponse) => {
  response.writeHead(200, { "X-Remix-Response": "yes", "Content-Length": "100" });
  response.write("half", () => response.destroy());
};
const ofAProxy = (response: ServerResponse) => response.writeHead(200).end("<p>Log in to the network</p>");

describe("A page's data requested in the background", () => {
  let waits: number[];
  beforeEach(() => (waits = []));
  const behind = dataFetch(fetch, {
    isBackground: () => true,
    wait: async (ms) => {
      waits.push(ms);
      return await Promise.resolve();
    },
  });
  const load = () => behind(new URL("/tasks.data", origin), {});

  it.each([
    ["is not reached", (response: ServerResponse) => response.destroy()],
    ["has its database down", sent(503, "busy")],
    ["fails", sent(500, "fault")],
    ["is asked too often", sent(429, "slowly")],
    ["is cut off", cutOff],
    ["is a proxy's own page", ofAProxy],
  ])("is requested again when the server %s", async (_name, failure) => {
    answers = [failure, failure, sent(200, "the data")];
    expect(await (await load()).text()).toBe("the data");
    expect(asked).toBe(3);
  });

  it.each([202, 403, 404])("passes real answers on, such as a redirect or a refusal (%s)", async (status) => {
    answers = [sent(status, "answer")];
    expect((await load()).status).toBe(status);
  });

  it("is requested after 2, 4, 8 s and then every 15 s", async () => {
    const failure = sent(503, "busy");
    answers = [...Array(5).fill(failure), sent(200, "the data")] as typeof answers;
    await load();
    expect(waits).toEqual([2_000, 4_000, 8_000, 15_000, 15_000]);
  });

  it.each([
    ["30", 30_000],
    ["1", 2_000],
    ["999999999", 600_000],
    ["soon", 2_000],
  ])("waits as long as an overloaded server asks: Retry-After %s", async (after, waitMs) => {
    answers = [sent(429, "slowly", { "Retry-After": after }), sent(200, "the data")];
    expect(await (await load()).text()).toBe("the data");
    expect(waits).toEqual([waitMs]);
  });

  it("stops once it is superfluous", async () => {
    answers = [];
    const superfluous = new AbortController();
    const waiting = dataFetch(fetch, { isBackground: () => true })(new URL("/tasks.data", origin), {
      signal: superfluous.signal,
    });
    superfluous.abort();
    await expect(waiting).rejects.toThrow("aborted");
  });

  it("does not affect other calls and forms", async () => {
    answers = [sent(503, "busy"), sent(503, "busy")];
    expect((await behind(`${origin}/v1/jobs`)).status).toBe(503);
    expect((await behind(new URL("/tasks.data", origin), { method: "POST" })).status).toBe(503);
  });
});

describe("A page's data requested by a navigation", () => {
  it("fails as the navigation does", async () => {
    answers = [sent(503, "busy")];
    const behind = dataFetch(fetch, { isBackground: () => false });
    expect((await behind(new URL("/tasks.data", origin), {})).status).toBe(503);
    expect(asked).toBe(1);
  });

  it.each(["GET", "POST"])("is not passed on before its end: it may still break (%s)", async (method) => {
    answers = [(response) => response.writeHead(200, { "X-Remix-Response": "yes" }).write("all data, but no end")];
    const superfluous = new AbortController();
    const begun = async (input: RequestInfo | URL, init?: RequestInit) => {
      const answer = await fetch(input, init);
      setImmediate(() => superfluous.abort());
      return answer;
    };
    const asking = dataFetch(begun, { isBackground: () => false })(new URL("/tasks.data", origin), {
      method,
      signal: superfluous.signal,
    });
    await expect(asking).rejects.toThrow("aborted");
  });
});
