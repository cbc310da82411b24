import { useScripted } from "~/ui/use-scripted";
import { CardElementForm } from "./card-element-form";
import { HostedCardForm, type HostedCardFormProps } from "./hosted-card-form";

interface CardFormProps extends HostedCardFormProps {
  /** Lets the provider's script ask for the card here; null where its page does. */
  publishableKey: string | null;
  holder: string;
}

/** A card typed in the provider's field on this page, or on the provider's page, which works without the script. */
export function CardForm({ provider, publishableKey, holder, error }: CardFormProps) {
  const scripted = useScripted();
  const hosted = <HostedCardForm provider={provider} error={error} />;
  if (provider !== "stripe" || publishableKey === null || !scripted) return hosted;
  return <CardElementForm publishableKey={publishableKey} holder={holder} fallback={hosted} />;
}
