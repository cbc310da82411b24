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

interface ShownVat {
  rateBp: number;
  /** `VAT 21% (NL)` */
  label: string;
  /** Why there is none; empty with VAT. */
  sentence: string;
}

/** `Pay $50.00`: the button names the charge. VAT comes on top (B22). */
export function PayButton({ cents, vat }: { cents: number | null; vat: ShownVat | null }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {vat ? (
        <p className="w-full text-sm text-muted tabular-nums">
          {vat.sentence || (
            <ByAmount cents={cents}>
              {(shown) => `${formatCents(shown)} for your balance + ${formatCents(vatIn(shown, vat))} ${vat.label}`}
            </ByAmount>
          )}
        </p>
      ) : null}
      <SubmitButton className="max-sm:w-full">
        <span>
          Pay <ByAmount cents={cents}>{(shown) => formatCents(shown + vatIn(shown, vat))}</ByAmount>
        </span>
      </SubmitButton>
      <p className="hidden text-sm text-muted noscript:block">
        If you type an amount, that amount is charged{vat && vat.rateBp > 0 ? ` + ${vat.label}` : ""}.
      </p>
    </div>
  );
}

/** As `vatOn` computes it: these amounts are far below the size that loses digits. */
function vatIn(cents: number, vat: ShownVat | null): number {
  return vat ? Math.floor((2 * cents * vat.rateBp + 10_000) / 20_000) : 0;
}
