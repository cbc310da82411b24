import type { ReactNode } from "react";
import { formatCents } from "~/platform/ui/format";
import { SubmitButton } from "~/platform/ui/submit-button";
import { PRESETS } from "./presets";

/** Shown without a script while that preset is chosen; Tailwind needs the names spelled out. */
const WHILE_CHOSEN: Record<(typeof PRESETS)[number], string> = {
  25: "hidden noscript:group-has-[[value='25']:checked]:inline",
  50: "hidden noscript:group-has-[[value='50']:checked]:inline",
  100: "hidden noscript:group-has-[[value='100']:checked]:inline",
  250: "hidden noscript:group-has-[[value='250']:checked]:inline",
};

/** Text with the amount: chosen or typed; without a script, the chosen preset by CSS. */
export function ByAmount({ cents, children }: { cents: number | null; children: (cents: number) => ReactNode }) {
  return (
    <>
      <span className="noscript:hidden">{cents === null ? null : children(cents)}</span>
      {PRESETS.map((dollars) => (
        <span key={dollars} className={WHILE_CHOSEN[dollars]}>
          {children(dollars * 100)}
        </span>
      ))}
    </>
  );
}

/** `Pay $50.00`: the button names the charge. */
export function PayButton({ cents }: { cents: number | null }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SubmitButton className="max-sm:w-full">
        <span>
          Pay <ByAmount cents={cents}>{(shown) => formatCents(shown)}</ByAmount>
        </span>
      </SubmitButton>
      <p className="hidden text-sm text-muted noscript:block">If you type an amount, that amount is charged.</p>
    </div>
  );
}
