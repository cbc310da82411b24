import type { Page } from "playwright";

/** Chooses the country on Add funds, if none is stored. */
export async function chooseCountry(page: Page): Promise<void> {
  const country = page.getByLabel("Country");
  if ((await country.count()) > 0) await country.selectOption("DE");
}

/** Fills the provider's page. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Cardholder name").fill("Ada Lovelace");
  await page.getByLabel(/^Expiry/).fill("12/34");
  await page.getByLabel("CVC").fill("123");
}
