import { refuse } from "../wire/stripe-error";

/** The sandbox computes no tax: a request for it is refused, not answered without tax. */
export function refuseTax({ automatic_tax: tax }: { automatic_tax?: { enabled: boolean } | undefined }): void {
  if (tax?.enabled) refuse("The sandbox computes no tax.", { param: "automatic_tax[enabled]" });
}
