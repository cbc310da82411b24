import { counted } from "~/platform/counted";
import { Banner } from "~/platform/ui/banner";
import { Time } from "~/platform/ui/time";
import type { MoneyScreen } from "./read-money-screen.server";

type Resting = NonNullable<MoneyScreen["resting"]>;

/** Shows that automatic top-ups rest after a restore, why, and what ends that. */
export function RestingTopUps({ resting }: { resting: Resting | null }) {
  if (!resting) return null;
  const { tenants, restoredTs, readableTs, checked } = resting;
  return (
    <Banner tone={WHY[checked] ? "danger" : "warn"}>
      <strong className="font-semibold">
        No card has been charged automatically since the restore of <Time epochSeconds={restoredTs} zoned />. This
        affects {counted(tenants, "customer")} with automatic top-ups.
      </strong>{" "}
      A card may have been charged after the backup was made, so the provider’s payments are read first. The check
      ‘Movements’ does that when it is answered after <Time epochSeconds={readableTs} zoned />.{" "}
      {WHY[checked] ?? "It runs every hour, and when you press ‘Check now’."}
    </Banner>
  );
}

const WHY: Partial<Record<Resting["checked"], string>> = {
  refused:
    "The provider refuses it now: our key may not read balance transactions, or is refused as a whole. Correct the key as described above, then press ‘Check now’.",
  off: "No payment provider is set up.",
  silent: "The provider did not answer the last one. It is tried again every hour, and when you press ‘Check now’.",
  failed:
    "The last one failed by a fault in this installation, which ‘Checks’ shows. Repair it, then press ‘Check now’.",
};
