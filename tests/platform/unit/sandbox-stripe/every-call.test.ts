import Stripe from "stripe";
import { expect, test } from "vitest";
import { api } from "../../../../worker/sandbox-stripe/api";
import { operations, spec } from "../../../../worker/sandbox-stripe/wire/spec";
import { startBun } from "../../../support/bun-program";
import { openShop } from "./client";
import { makeEveryCall } from "./every-call";

const known = operations.map(({ id }) => id).sort();
const each = (made: string[]) => [...new Set(made)].sort();

test("every call is answered according to the specification, under Node", async () => {
  const shop = await openShop();
  const { sandbox } = shop;
  expect(each(await makeEveryCall(shop))).toEqual(known);
  expect(sandbox.controls.state().invalid).toEqual([]);
  await sandbox.stop();
});

test("and under Bun, where a webhook's signature is accepted as well", async () => {
  const program = startBun("tests/support/programs/stripe-calls.ts");
  const made = await program.line(/^made /);
  expect(each(made.slice("made ".length).split(" "))).toEqual(known);
  expect(program.lines).toContain("invalid []");
  expect(program.lines).toContain("signed true");
  await program.end();
});

test("the specification is the one of the SDK's version", () => {
  expect(spec.info.version).toBe(Stripe.API_VERSION);
});

test("the specification contains exactly the operations of the sandbox", () => {
  expect(Object.keys(api).sort()).toEqual(known);
});
