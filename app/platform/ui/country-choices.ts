/** The options that a form offers for a `COUNTRY_LIST`, after the text for none. */
export function countryChoices(list: string, none: string): { value: string; label: string }[] {
  const countries = list.split(";").map((one) => ({ value: one.slice(0, 2), label: one.slice(3) }));
  return [{ value: "", label: none }, ...countries];
}
