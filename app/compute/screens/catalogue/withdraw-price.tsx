import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";

interface WithdrawPriceProps {
  intent: "withdraw-price" | "withdraw-model-price";
  id: number;
  /** Owner of the price. */
  of: string;
}

export function WithdrawPrice({ intent, id, of }: WithdrawPriceProps) {
  return (
    <PostForm intent={intent}>
      <input type="hidden" name="id" value={id} />
      <SubmitButton size="small" look="secondary" intent={intent} aria-label={`Withdraw the planned price of ${of}`}>
        Withdraw
      </SubmitButton>
    </PostForm>
  );
}
