import countries from "i18n-iso-countries";
import english from "i18n-iso-countries/langs/en.json";

countries.registerLocale(english);

/** Kosovo's code is in wide use but not in ISO 3166-1. */
const NOT_ISO = "XK";

/** The 249 countries of ISO 3166-1 by their English names. */
const COUNTRIES: readonly { code: string; name: string }[] = Object.entries(
  countries.getNames("en", { select: "official" }),
)
  .filter(([code]) => code !== NOT_ISO)
  .map(([code, name]) => ({ code, name }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

/** Every country in one text for forms, `DE Germany;…`: 249 objects would double a page. */
export const COUNTRY_LIST = COUNTRIES.map(({ code, name }) => `${code} ${name}`).join(";");

const codes = new Set(COUNTRIES.map(({ code }) => code));

export function isCountry(code: string): boolean {
  return codes.has(code);
}

/** The English name of a country; the code itself if it is unknown. */
export function countryName(code: string): string {
  return COUNTRIES.find((country) => country.code === code)?.name ?? code;
}
