import { refuse } from "../wire/stripe-error";

/** The sandbox computes no tax: who asks for it is told so, instead of getting sums without it. */
export function refuseTax({ automatic_tax: tax }: { automatic_tax?: { enabled: boolean } | undefined }): void {
  if (tax?.enabled) refuse("The sandbox computes no tax.", { param: "automatic_tax[enabled]" });
}
