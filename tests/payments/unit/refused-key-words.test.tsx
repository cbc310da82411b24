import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { permissionOf } from "~/payments/key-permissions";
import { KeyRefusals } from "~/staff/screens/money/key-refusals";
import { RestingTopUps } from "~/staff/screens/money/resting-top-ups";

const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, "");

test("a refused request names the permission, what stops without it, and where to add it", () => {
  const call = "GET /v1/balance_transactions";
  const refusal = { call, message: "No permission", sinceTs: 1_796_000_000, lastTs: 1_796_000_000 };
  const html = renderToStaticMarkup(<KeyRefusals refusals={[{ ...refusal, ...permissionOf(call) }]} />);
  expect(wordsOf(html)).toContain(
    "It needs: Read for Balance transaction sources, Charges, Refunds and Disputes. Without it, this stops: the comparison",
  );
  expect(html).toContain("Edit the restricted key");
});

test("automatic top-ups that rest after a restore name what ends that, and a refused key as the reason", () => {
  const resting = { tenants: 2, restoredTs: 1_796_000_000, readableTs: 1_796_000_600 };
  const words = (checked: "refused" | "well") =>
    wordsOf(renderToStaticMarkup(<RestingTopUps resting={{ ...resting, checked }} />));
  expect(words("well")).toContain("This affects 2 customers with automatic top-ups.");
  expect(words("well")).toContain("It runs every hour");
  expect(words("refused")).toContain("The provider refuses it now");
});
