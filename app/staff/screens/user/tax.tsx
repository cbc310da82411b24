import type { VatStanding } from "~/payments/vat-check.server";
import { Facts } from "~/platform/ui/facts";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";

/** A customer's tax number, its check, and the VAT of the next payment (B22). */
export function Tax({ standing: { tax, country, check, next } }: { standing: VatStanding }) {
  return (
    <Facts
      facts={[
        { label: "Tax number", value: tax || "None" },
        { label: "Country", value: country || "Not given" },
        {
          label: "Checked",
          value: check ? (
            <>
              <Time epochSeconds={check.at} /> by {check.by}
            </>
          ) : (
            "No: there is no reverse charge without a check"
          ),
        },
        { label: "Next payment", value: next ?? "VAT is off" },
      ]}
    />
  );
}

/** Marks the present number as checked, or withdraws the mark. */
export function CheckVat({ standing: { check, checkable } }: { standing: VatStanding }) {
  if (!check && !checkable) return null;
  return (
    <PostForm intent="check-vat" preventScrollReset>
      <input type="hidden" name="checked" value={check ? "0" : "1"} />
      <SubmitButton intent="check-vat" look="quiet">
        {check ? "Withdraw the check" : "Mark the number as checked"}
      </SubmitButton>
    </PostForm>
  );
}
