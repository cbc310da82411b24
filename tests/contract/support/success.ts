import { expect } from "vitest";
import { z } from "zod";
import { declaredPaths } from "~/platform/http/api-route.server";
import { call, type CallOptions } from "./call";
import { documented } from "./documented";

/** A successful call: its answer has the documented members, with the documented types. */
export async function succeeds(name: string, options: CallOptions, path?: string): Promise<unknown> {
  const row = documented.find((one) => `${one.method} ${one.path}` === name);
  if (!row) throw new Error(`${name} is not documented`);
  const { method } = row;
  const response = await call(path ?? row.path, { method, ...options });
  const body: unknown = await response.json();
  const operation = declaredPaths.get(row.path)?.[method];
  expect([response.status, body]).toEqual([operation?.status ?? 200, body]);
  if (Array.isArray(body)) expect(row.members).toEqual([]);
  else if (row.path !== "/openapi.json") {
    expect(body).toMatchObject({ retcode: "OK" });
    expect(Object.keys(body as object)).toEqual(expect.arrayContaining(row.members));
  }
  const { answer } = operation ?? {};
  if (answer) expect(z.safeParse(answer, body).error?.issues ?? []).toEqual([]);
  return body;
}
