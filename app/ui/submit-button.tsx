import { useNavigation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Button } from "./button";

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  /** Busy only while this intent is on its way; without it, while any form is. */
  intent?: string;
}

/**
 * Sends its form, once: while the answer is on its way it does nothing. It is then only marked as disabled, since a
 * button that is disabled loses the focus, and with it the place of who uses the keyboard.
 */
export function SubmitButton({ intent, look = "primary", onClick, ...rest }: SubmitButtonProps) {
  const navigation = useNavigation();
  const sent = navigation.state !== "idle" ? navigation.formData : undefined;
  const busy = sent !== undefined && (intent === undefined || sent.get("intent") === intent);
  return (
    <Button
      look={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    />
  );
}
