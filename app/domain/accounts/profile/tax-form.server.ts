import type { Validator } from "stdnum";
import { countryName } from "~/domain/countries.server";
import { hiddenFault } from "~/domain/hidden-characters";
import { TAX_EXAMPLES } from "./tax-examples";

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;
/** Northern Ireland trades goods with the EU under a prefix of its own, with a number of the United Kingdom. */
const NORTHERN_IRELAND = /^XI/i;
const SEPARATORS = /[^\p{L}\p{N}]/gu;

/**
 * What is wrong with the form of a tax number; null where nothing is, or where the country's rule is not known. Only the
 * form is looked at: whoever has got a digit wrong is told by the tax office, not kept from saving an address.
 */
export async function taxFault({ tax, country }: { tax: string; country: string }): Promise<string | null> {
  if (tax === "") return null;
  const hidden = hiddenFault(tax);
  if (hidden !== null) return hidden;
  if (!PRINTABLE.test(tax)) return "The tax number has characters that cannot be printed.";
  const example = TAX_EXAMPLES[country];
  if (!example) return null;
  // Hundreds of files: read at first use, not when the server starts.
  const { stdnum } = await import("stdnum");
  const rules = stdnum[country] ?? {};
  const ofCountry = country === "GB" ? tax.replace(NORTHERN_IRELAND, "GB") : tax;
  const spellings = [ofCountry, ofCountry.replace(SEPARATORS, "")];
  if (Object.values(rules).some((rule) => spellings.some((text) => fits(rule, text)))) return null;
  return `This does not look like a tax number of ${countryName(country)}. Example: ${example}`;
}

/** A check digit that is wrong is no matter of form. */
function fits(rule: Validator, text: string): boolean {
  try {
    const { isValid, error } = rule.validate(text);
    return isValid || error?.name === "InvalidChecksum";
  } catch {
    // Some rules fall over what is much too short.
    return false;
  }
}
