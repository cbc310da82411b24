import { readVatSettings } from "~/payments/inside/vat/vat-settings.server";
import { percentText } from "~/payments/vat";
import { COUNTRY_LIST, countryName } from "~/platform/countries.server";
import { dayOf } from "~/platform/day-range";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { presentTime } from "~/platform/time.server";

/** The settings with the rate of the own country; the rates as a file. */
export async function readVatScreen(args: RouteArgs) {
  const now = presentTime();
  const { seller, rates } = await readVatSettings({ now });
  await csvInstead(args, {
    rates: () =>
      csvTable(async () => rates, {
        Country: ({ country }) => country,
        "Rate, %": ({ rateBp }) => rateBp / 100,
        From: ({ from }) => from,
        "Set by": ({ by }) => by,
        State: ({ state }) => state,
      }),
  });
  const own = rates.find(({ country, state }) => country === seller.country && state === "present");
  return {
    seller,
    rates: rates.map((rate) => ({ ...rate, name: countryName(rate.country) })),
    own: percentText(own?.rateBp ?? 0),
    countries: COUNTRY_LIST,
    today: dayOf(now),
  };
}
