import { useState } from "react";
import { Button } from "./button";
import { useScripted } from "./use-scripted";

/** Copies `text`. Before the script runs its place is kept, but nothing is offered that would not work. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const scripted = useScripted();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    });
  };
  return (
    <Button type="button" size="small" onClick={copy} className={scripted ? "w-20" : "invisible w-20"}>
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}
