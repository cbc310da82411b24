import { useEffect, useRef, useState } from "react";
import { Button } from "./button";
import { Icon } from "./icon";

const COPIED_MS = 2000;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** Names the copied text for screen readers. */
  what?: string;
}

/** Copies `text`. */
export function CopyButton({ text, label = "Copy", what }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const onClick = async (event: React.MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    if (!(await copy(text, button))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <Button type="button" size="small" onClick={(event) => void onClick(event)} className="min-w-24">
      {copied ? <Icon name="check" className="size-3.5" /> : <Icon name="copy" className="size-3.5" />}
      <span aria-live="polite">{copied ? "Copied" : label}</span>
      {what ? <span className="sr-only"> {what}</span> : null}
    </Button>
  );
}

/** Copies `text`. Without https there is no clipboard API, so a text area next to the button, inside its dialog, copies it. */
async function copy(text: string, button: HTMLElement): Promise<boolean> {
  if (window.isSecureContext) {
    return await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  button.after(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  button.focus();
  return done;
}
