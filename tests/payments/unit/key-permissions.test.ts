import { expect, test } from "vitest";
import { callOf, permissionOf } from "~/payments/key-permissions";
import { sourceFiles, text } from "../../support/source";

/** Parts of the provider's interface that the product calls, as the paths of their requests. */
const used = new Set(
  sourceFiles()
    .filter((file) => file.startsWith("app/"))
    .flatMap((file) => [...text(file).matchAll(/stripe\.((?:\w+\.)+)\w+\(/g)])
    .map(([, names = ""]) => names.split(".").filter(Boolean).map(pathOf).join("/"))
    .filter((path) => path !== "webhooks"),
);

function pathOf(name: string): string {
  return name === "invoiceItems" ? "invoiceitems" : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

test("each request of the product has its permission, and what stops without it", () => {
  expect(used.size).toBeGreaterThan(15);
  for (const path of used) {
    expect(permissionOf(`GET /v1/${path}`), path).toMatchObject({
      permission: expect.stringMatching(/^Read for [A-Z]/),
    });
    const { permission, stops } = permissionOf(`POST /v1/${path}/…/confirm`);
    expect([permission.slice(0, 9), stops === ""], path).toEqual(["Write for", false]);
  }
});

test("docs/payments.md names each permission for a new key", () => {
  const [table = ""] = /\| Write[^]*?\n\n/.exec(text("docs/payments.md")) ?? [];
  for (const path of used) {
    const names = permissionOf(`GET /v1/${path}`).permission.replace("Read for ", "");
    for (const name of names.split(/, | and /))
      expect(table.toLowerCase(), path).toContain(name.replace(/^Billing /, "").toLowerCase());
  }
});

test("the whole key and an unknown request have none", () => {
  for (const call of [null, "GET /v1/payouts"]) expect(permissionOf(call)).toEqual({ permission: "", stops: "" });
});

test.each([
  ["/v1/customers/cus_NffrFeUfNV2Hib", "GET /v1/customers/…"],
  ["/v1/customers/cus_NffrFeUfNVzHib", "GET /v1/customers/…"],
  ["/v1/payment_intents/pi_3MtwBwLkdIwHu7ix28a3tqPa/confirm?expand=x", "GET /v1/payment_intents/…/confirm"],
  ["/v1/checkout/sessions/cs_test_AbcDefGhiJkl", "GET /v1/checkout/sessions/…"],
  ["/v1/billing/meter_events", "GET /v1/billing/meter_events"],
])("the request %s counts without its ids: two customers' are one refusal", (path, call) => {
  expect(callOf("GET", path)).toBe(call);
});
