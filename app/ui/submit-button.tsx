import { useNavigation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Button } from "./button";

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  /** Busy only while this intent is on its way; without it, while any form is. */
  intent?: string;
}

/** Sends its form; the script disables it while the answer is on its way. */
export function SubmitButton({ intent, disabled, look = "primary", ...rest }: SubmitButtonProps) {
  const navigation = useNavigation();
  const sent = navigation.state !== "idle" ? navigation.formData : undefined;
  const busy = sent !== undefined && (intent === undefined || sent.get("intent") === intent);
  return <Button look={look} disabled={disabled === true || busy} aria-busy={busy || undefined} {...rest} />;
}
