import type { Validator } from "stdnum";
import { countryName } from "~/platform/countries.server";
import { hiddenFault } from "~/platform/hidden-characters";
import { TAX_EXAMPLES } from "./tax-examples";

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;
/** Northern Ireland trades goods with the EU under its own prefix, with a number of the United Kingdom. */
const NORTHERN_IRELAND = /^XI/i;
const SEPARATORS = /[^\p{L}\p{N}]/gu;

/**
 * Finds the fault in the form of a tax number; null if there is none, or if the country's rule is unknown. A wrong
 * digit must not stop anyone from saving an address, so only the form is checked.
 */
export async function taxFault({ tax, country }: { tax: string; country: string }): Promise<string | null> {
  if (tax === "") return null;
  const hidden = hiddenFault(tax);
  if (hidden !== null) return hidden;
  if (!PRINTABLE.test(tax)) return "The tax number has characters that cannot be printed.";
  const example = TAX_EXAMPLES[country];
  if (!example) return null;
  // Hundreds of files: loaded at first use, not at start.
  const { stdnum } = await import("stdnum");
  const rules = stdnum[country] ?? {};
  const ofCountry = country === "GB" ? tax.replace(NORTHERN_IRELAND, "GB") : tax;
  const spellings = [ofCountry, ofCountry.replace(SEPARATORS, "")];
  if (Object.values(rules).some((rule) => spellings.some((text) => fits(rule, text)))) return null;
  return `This does not look like a tax number of ${countryName(country)}. Example: ${example}`;
}

/** Checks the form only: a wrong check digit is not a fault. */
function fits(rule: Validator, text: string): boolean {
  try {
    const { isValid, error } = rule.validate(text);
    return isValid || error?.name === "InvalidChecksum";
  } catch {
    // Some rules throw on texts that are much too short.
    return false;
  }
}
