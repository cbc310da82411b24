import { expect, test } from "vitest";
import { reconcile } from "~/staff/reconcile.server";
import { readMoneyScreen } from "~/staff/screens/money/read-money-screen.server";
import { useProvider } from "../../support/provider";
import { aTenant } from "../../support/world";
import { later } from "./auto-top-up";
import { aPaidTopUp } from "./reconciling";

useProvider();
const now = new Date();

/** Ledger, provider and difference by line; null if the screen shows that no check has run. */
async function sides() {
  const { books } = await readMoneyScreen({ search: new URLSearchParams(), now });
  const lines = books?.sides ?? [];
  return Object.fromEntries(
    lines.map(({ label, ...line }) => [
      label,
      [line.ledger, line.provider, line.difference].map((amount) => amount && amount.dollars),
    ]),
  );
}

test("unknown is not zero: nothing differs before the first check, nor after the last one", async () => {
  // Money on a balance without a payment behind it, as in a demo.
  await aTenant({ dollars: 500 });
  const { tenantId } = await aTenant({ dollars: 0 });
  await aPaidTopUp({ tenantId, now });
  const before = await readMoneyScreen({ search: new URLSearchParams(), now });
  expect(before.verdict).toMatchObject({ tone: "neutral", text: "Not everything has been checked yet." });
  expect(before.books?.others.map(({ amount }) => amount)).toEqual([null, null, null]);
  expect(await sides()).toEqual({
    "Top-ups": ["$50.00", null, null],
    "Refunds to cards": ["$0.00", null, null],
    Disputes: ["$0.00", null, null],
    "Without a payment": ["$500.00", null, null],
    Net: ["$550.00", null, null],
  });

  await reconcile({ now: later(now, { minutes: 30 }) });
  await aPaidTopUp({ tenantId, now: later(now, { minutes: 29 }) });
  expect(await sides()).toEqual({
    "Top-ups": ["$50.00", "$50.00", "$0.00"],
    "Refunds to cards": ["$0.00", "$0.00", "$0.00"],
    Disputes: ["$0.00", "$0.00", "$0.00"],
    "Without a payment": ["$500.00", "$0.00", "$500.00"],
    "Since the last check": ["$50.00", null, null],
    Net: ["$550.00", "$50.00", "$500.00"],
  });
});
