import { useNavigation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Button } from "./button";

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  /** Busy only while this intent is on its way; without `intent`, while any form is. */
  intent?: string;
  /** Busy for a reason that the router does not know, such as a request of the page's own script. */
  busy?: boolean;
}

/**
 * Submits its form once and ignores clicks while the answer is on its way. It is only marked as disabled then: a
 * disabled button loses the focus, and keyboard users their place.
 */
export function SubmitButton({ intent, busy: asking = false, look = "primary", onClick, ...rest }: SubmitButtonProps) {
  const navigation = useNavigation();
  const sent = navigation.state !== "idle" ? navigation.formData : undefined;
  const busy = asking || (sent !== undefined && (intent === undefined || sent.get("intent") === intent));
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
