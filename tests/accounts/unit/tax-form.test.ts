import { expect, test } from "vitest";
import { isCountry } from "~/platform/countries.server";
import { TAX_EXAMPLES } from "~/accounts/inside/profile/tax-examples";
import { taxFault } from "~/accounts/inside/profile/tax-form.server";

test.each(Object.entries(TAX_EXAMPLES))("the example of %s has the required form: %s", async (country, tax) => {
  expect(isCountry(country)).toBe(true);
  expect(await taxFault({ tax, country })).toBeNull();
  expect(await taxFault({ tax: "abc", country })).toContain(tax);
});

test.each([
  ["DE", "DE 136 695 976"],
  ["DE", "136695976"],
  ["FR", "FR 40 303 265 045"],
  ["GB", "GB 980 7806 84"],
  ["GB", "XI 980 7806 84"],
  ["GB", "xi980780684"],
  ["US", "91-1144442"],
  ["CL", "12.531.909-2"],
  ["NL", "NL4495445B01"],
  ["", "whatever 1/2"],
  ["JP", "T 1234-5678"],
  ["DE", ""],
])("%s accepts '%s'", async (country, tax) => expect(await taxFault({ tax, country })).toBeNull());

test.each([
  ["DE", "12", "This does not look like a tax number of Germany. Example: DE123456789"],
  ["FR", "my company", "This does not look like a tax number of France. Example: FR12345678912"],
  ["GB", "XI12", "This does not look like a tax number of United Kingdom"],
  ["FR", "XI980780684", "This does not look like a tax number of France"],
  ["DE", "DE136\u200b695976", 'Character 6, after "DE136", is invisible. Please remove it.'],
  ["NL", "DE", "This does not look like a tax number of Netherlands. Example: NL123456789B01"],
  ["JP", "a\u0007b", "The tax number has characters that cannot be printed."],
])("%s does not accept '%s'", async (country, tax, words) => expect(await taxFault({ tax, country })).toContain(words));
