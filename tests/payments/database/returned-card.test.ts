import { expect, test } from "vitest";
import { action, loader } from "~/payments/screens/card/route";
import { useProvider } from "../../support/provider";
import { answerOf, aVisit, get, post } from "../../accounts/database/screens/visit";
import { aPayer } from "./purse";

useProvider();
const CARD = "/billing/card";

/** Values that a stranger, a broken link or a scanner puts in place of the provider's id. */
const NO_IDS = [
  "",
  " ",
  "garbage",
  "seti_unknown",
  "..",
  "../customers",
  "a/b?c=d#e",
  "%00",
  "\u0000",
  "ü😀",
  "1".repeat(5000),
];

test.each(["session", "setup_intent"])(
  'an address whose %s is not a set-up of the tenant gets "no card"',
  async (name) => {
    const visit = await aVisit(await aPayer());
    for (const id of NO_IDS) {
      const shown = await loader(get(visit, `${CARD}?${new URLSearchParams({ [name]: id })}`));
      expect([id, shown.error]).toEqual([id, "No such card. It may have been removed."]);
    }
  },
);

test("a form without a set-up of the tenant is refused", async () => {
  const visit = await aVisit(await aPayer());
  // A body with NUL is not a form (M09).
  for (const id of NO_IDS.filter((one) => one !== "\u0000")) {
    const fields = { setup_intent: id, payment_method: "pm_x", card_holder_name: "Ada" };
    const answer = await answerOf(await action(post(visit, CARD, fields)));
    expect([id, answer.status]).toEqual([id, 422]);
  }
});

test("both at once, both empty, name no set-up either", async () => {
  const visit = await aVisit(await aPayer());
  const shown = await loader(get(visit, `${CARD}?session=&setup_intent=`));
  expect(shown.error).toBe("No such card. It may have been removed.");
});
