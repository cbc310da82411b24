import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { billedToLines } from "~/money/billed-to";
import { readBilledTo } from "~/money/read-billed-to.server";
import { readReceipt } from "~/payments/read-receipt.server";
import { topUpFromCard } from "~/payments/inside/start-top-up.server";
import { aCard, useProvider } from "../../support/provider";
import { aPayer } from "./purse";

useProvider();

test("receipt and statement both name customer, company, address, and the country in words", async () => {
  const payer = await aPayer();
  const { tenantId } = payer;
  await db.query(`update user_account set name = 'Erika Müller' where tenant_id = $1`, [tenantId]);
  await db.query(
    `update tenant set company = 'Mill GmbH', tax = 'DE123456789', street = 'Straße 1', postal = '10115', city = 'Berlin'
     where id = $1`,
    [tenantId],
  );
  const topupId = randomUUID();
  const asked = { tenantId, topupId, pmId: await aCard(payer), cents: 5000n as Cents, cardHolderName: "Ada" };
  await topUpFromCard({ ...asked, now: new Date() });
  const lines = [
    ...["Mill GmbH", "Erika Müller", "Straße 1", "10115 Berlin", "Germany", "Tax number DE123456789"],
    expect.stringContaining("Account "),
  ];
  const receipt = await readReceipt(asked);
  expect(receipt && billedToLines(receipt)).toEqual(lines);
  expect(billedToLines(await readBilledTo(asked))).toEqual(lines);

  // A receipt stays as it was issued; one from before names were stored shows the customer's present name.
  await db.query(`update user_account set name = 'Erika Schmidt' where tenant_id = $1`, [tenantId]);
  expect((await readReceipt(asked))?.name).toBe("Erika Müller");
  await db.query(`update top_up set billed_to = billed_to - 'name' where topup_id = $1`, [topupId]);
  expect((await readReceipt(asked))?.name).toBe("Erika Schmidt");
});
