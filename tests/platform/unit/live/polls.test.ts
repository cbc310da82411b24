import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answered, askOnce } from "~/platform/live/ask-once";
import { asOurScript } from "~/platform/live/our-script";
import { joinPoll } from "~/platform/live/polls";

const times = { firstMs: 5000, everyMs: 30_000 };

describe("A path that several parts of the page need is requested once (A27)", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("after 5 s, then an interval after each answer, until nobody needs it", async () => {
    const asked: string[] = [];
    let answer: (answered: Answered | null) => void = () => {};
    const ask = (path: string) => {
      asked.push(path);
      return new Promise<Answered | null>((resolve) => (answer = resolve));
    };
    const heard: string[] = [];
    const leave = [
      joinPoll({ path: "/v1/money", ...times }, () => heard.push("header"), ask),
      joinPoll({ path: "/v1/money", ...times }, () => heard.push("screen"), ask),
    ];
    await vi.advanceTimersByTimeAsync(4999);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(["/v1/money"]);
    // It does not poll again while the first request has no answer.
    await vi.advanceTimersByTimeAsync(90_000);
    expect(asked).toHaveLength(1);
    answer(null);
    await vi.advanceTimersByTimeAsync(29_999);
    expect([heard, asked.length]).toEqual([["header", "screen"], 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
    for (const stop of leave) stop();
    answer(null);
    await vi.advanceTimersByTimeAsync(90_000);
    expect([heard.length, asked.length]).toEqual([2, 2]);
  });

  it("and a second caller during a request gets its answer", async () => {
    let asked = 0;
    vi.stubGlobal("fetch", () => {
      asked += 1;
      return Promise.resolve(Response.json({ retcode: "OK" }, { headers: { Date: new Date(0).toUTCString() } }));
    });
    const [one, other] = await Promise.all([askOnce("/v1/jobs"), askOnce("/v1/jobs")]);
    vi.unstubAllGlobals();
    expect(asked).toBe(1);
    expect(one).toEqual({ answer: { retcode: "OK" }, ok: true, atMs: 0 });
    expect(other).toBe(one);
  });
});

describe("A request of the page's script is marked as one (A26)", () => {
  const page = "https://millrace.example/tasks";
  const headerOf = async (input: RequestInfo | URL, init?: RequestInit): Promise<Headers> => {
    let sent = new Headers();
    await asOurScript(async (_input, given) => {
      sent = new Headers(given?.headers);
      return await Promise.resolve(new Response());
    }, page)(input, init);
    return sent;
  };

  it.each<[string, RequestInfo | URL]>([
    ["a path", "/v1/jobs"],
    ["the router's page data", new URL("https://millrace.example/tasks.data")],
    ["a request", new Request("https://millrace.example/chat", { headers: { "X-Kept": "1" } })],
  ])("as %s", async (_name, input) => {
    const sent = await headerOf(input, input instanceof Request ? undefined : { headers: { "X-Kept": "1" } });
    expect([sent.get("X-Requested-With"), sent.get("X-Kept")]).toEqual(["XMLHttpRequest", "1"]);
  });

  it("but not to another server", async () => {
    expect((await headerOf("https://api.stripe.com/v1/tokens")).has("X-Requested-With")).toBe(false);
  });
});
