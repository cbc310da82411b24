import { afterEach, expect, test, vi } from "vitest";
import { codeOf, done } from "../../../../worker/cli/api/answer";
import { apiClient } from "../../../../worker/cli/api/client";
import { type FreeRow, offersOf } from "../../../../worker/cli/api/offers";
import { notMillrace, patientFetch, unreachable } from "../../../../worker/cli/api/patient-fetch";
import { EXIT } from "../../../../worker/cli/failure";

const URL_OF = "https://gpus.example/v1/jobs";

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [{ retcode: "ERROR" }, 200, EXIT.refused],
  [{ retcode: "ERROR", can_enqueue: true }, 200, EXIT.noFreeGpus],
  [{ retcode: "ERROR", sold_out: true }, 200, EXIT.noFreeGpus],
  [{ retcode: "FAILED" }, 200, EXIT.unreachable],
  [{ retcode: "ERROR" }, 401, EXIT.login],
  [{ retcode: "FAILED" }, 401, EXIT.login],
  [{ retcode: "ERROR" }, 403, EXIT.refused],
  [{ retcode: "ERROR" }, 404, EXIT.notFound],
  [{ retcode: "ERROR" }, 422, EXIT.refused],
  [{ retcode: "ERROR" }, 429, EXIT.unreachable],
  [{ retcode: "FAILED" }, 503, EXIT.unreachable],
])("%j with status %d is exit code %d", (answer, status, code) => {
  expect(codeOf(answer, status)).toBe(code);
});

test("a refusal is shown in the server's words", async () => {
  const response = Response.json({});
  const data = { retcode: "ERROR", human_readable_message: "Task name is required." };
  await expect(done(Promise.resolve({ data, response }))).rejects.toThrow("Task name is required.");
});

function sending(...answers: (number | Error)[]) {
  const sent: Request[] = [];
  const send = patientFetch({
    pause: async () => undefined,
    fetch: async (request) => {
      const answer = answers[sent.push(request) - 1] ?? 200;
      if (answer instanceof Error) throw answer;
      return new Response("{}", { status: answer });
    },
  });
  return { sent, send };
}
const refused = new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) });

test("repeatable requests are sent again when the network fails for a moment", async () => {
  const { sent, send } = sending(refused, 503);
  expect((await send(new Request(URL_OF))).status).toBe(200);
  expect(sent).toHaveLength(3);
});

test("an order with its idempotency key too, with its body; another POST never", async () => {
  const order = sending(refused);
  await order.send(new Request(URL_OF, { method: "POST", body: "{}", headers: { "Idempotency-Key": "a" } }));
  expect(await Promise.all(order.sent.map((one) => one.text()))).toEqual(["{}", "{}"]);
  const { sent, send } = sending(refused);
  await expect(send(new Request(URL_OF, { method: "POST", body: "{}" }))).rejects.toMatchObject({
    code: EXIT.unreachable,
  });
  expect(sent).toHaveLength(1);
});

test("an answer that is cut off counts as lost", async () => {
  const cut = () => new Response(new ReadableStream({ pull: (body) => body.error(new Error("cut")) }));
  const sent: string[] = [];
  const fetch = async ({ method }: Request) => (sent.push(method) === 1 ? cut() : new Response("{}"));
  const send = patientFetch({ pause: async () => undefined, fetch });
  expect(await (await send(new Request(URL_OF))).text()).toBe("{}");
  expect(sent).toHaveLength(2);
});

test("after an order whose answer is lost, the user is told to look before they repeat it", async () => {
  const order = new Request(URL_OF, { method: "POST", headers: { "Idempotency-Key": "a" } });
  for (const failure of [unreachable(order, refused), notMillrace(order, 502)])
    expect(failure).toMatchObject({ code: EXIT.unreachable, hint: /may have been carried out.*millrace ls/ });
});

test.each(["<h1>Sign in to the Wi-Fi</h1>", "{}", "[]", "null", ""])(
  "an address that answers %j is named",
  async (page) => {
    vi.stubGlobal("fetch", async () => new Response(page, { status: 200 }));
    const asked = apiClient({ url: "https://gpus.example" }).GET("/v1/prices");
    await expect(done(asked)).rejects.toMatchObject({ code: EXIT.unreachable, message: /gpus\.example answered 200/ });
  },
);

test("a silent server is named, with the reason", () => {
  const read = new Request(URL_OF);
  expect(unreachable(read, refused).message).toBe("Cannot reach https://gpus.example: it refuses connections.");
  const late = new DOMException("late", "TimeoutError");
  expect(unreachable(read, late).message).toBe("Cannot reach https://gpus.example: it did not answer within 30 s.");
});

test("offers are sorted by price; types without a node come last", () => {
  const row = {
    cluster_name: "fra1",
    free_nodes: 1,
    free_fragmented_gpus: 0,
    max_fragmented_gpus: 0,
    max_gpus: 64,
    networks: ["ethernet"],
  };
  const free: FreeRow[] = [
    { ...row, gpu_type: "a100", free_gpus: 8, fits: { ethernet: [1, 2], infiniband: [2, 4] } },
    { ...row, gpu_type: "a5000", free_gpus: 0, fits: {} },
  ];
  const offers = offersOf({ prices: { a100: 249, h100: 10, a5000: 95 }, free });
  expect(offers.map(({ gpuType }) => gpuType)).toEqual(["a5000", "a100", "h100"]);
  expect(offers[1]?.fits).toEqual([1, 2, 4]);
});
