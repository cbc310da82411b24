import { hourCents } from "~/money/volume-cost";
import { volumeSettings } from "~/compute/volume-settings.server";
import { centsText } from "~/platform/cents-text";
import { requireVolumeSize } from "./volume-input";

/** Returns the price of a volume without creating it. @throws Refusal M279. */
export function priceOfVolume(input: { gb?: number | undefined }): {
  human_readable_message: string;
  month_cents: number;
} {
  const gb = requireVolumeSize(input.gb);
  const monthCents = gb * volumeSettings().gbMonthCents;
  const [month, hour] = [monthCents, hourCents(monthCents)].map((cents) => centsText(BigInt(cents)));
  return {
    human_readable_message: `A volume of ${gb} GB costs ${month} a month, at most ${hour} an hour, until it is deleted. Nothing was created yet: call this tool again with confirm set to true.`,
    month_cents: monthCents,
  };
}
