import { beforeAll, expect, test } from "vitest";
import { aNode, theCatalogue } from "../support/world";
import { call, type CallOptions, read } from "./support/call";
import { aPerson } from "./support/people";

beforeAll(async () => {
  await theCatalogue();
  await aNode();
});

test("26: the same Idempotency-Key gives the same answer and one task, as header, field or form; a different request is M37", async () => {
  const { apiKey: key } = await aPerson();
  const json = { task_name: "once", gpu_type: "a5000", gpu_min: 1, enqueue: 1, agree: 1 };
  const headers = { "Idempotency-Key": "k-1" };
  const reserve = async (options: CallOptions) => read(await call("/v1/reserve", { key, ...options }));
  const [first, ...again] = [
    await reserve({ json, headers }),
    await reserve({ json, headers }),
    await reserve({ json: { ...json, idempotency_key: "k-1" } }),
    await reserve({ form: { ...texts(json), idempotency_key: "k-1" } }),
    await reserve({ json: { ...json, idempotency_key: "k-2" }, headers }),
  ];
  expect(first).toMatchObject({ retcode: "OK" });
  for (const answer of again) expect(answer).toEqual(first);
  const other = await call("/v1/reserve", { key, json: { ...json, gpu_min: 2 }, headers });
  expect([other.status, await read(other)]).toEqual([
    200,
    { retcode: "ERROR", human_readable_message: "This Idempotency-Key was used for another request." },
  ]);
  const { jobs } = await read<{ jobs: object[] }>(await call("/v1/jobs", { key }));
  expect(jobs).toHaveLength(1);
});

function texts(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

test("a reservation without a GPU type is asked to choose one", async () => {
  const { apiKey: key } = await aPerson();
  for (const gpu_type of [undefined, "", null]) {
    const json = { task_name: "no-type", gpu_type, gpu_min: 1 };
    const answer = await read(await call("/v1/reserve", { key, json }));
    expect(answer).toEqual({ retcode: "ERROR", human_readable_message: "Choose a GPU type." });
  }
});
