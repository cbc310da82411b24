import { CopyButton } from "./copy-button";

/** Shows text to be copied unchanged, such as a command. Long lines wrap, so that nothing scrolls sideways. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure className="rounded-control border bg-sunken text-left">
      <figcaption className="flex items-center justify-between gap-2 border-b py-1 pr-1 pl-3 text-sm text-muted">
        {label}
        <CopyButton text={text} what={label} />
      </figcaption>
      <pre className="px-3 py-2.5 font-mono text-code leading-relaxed break-all whitespace-pre-wrap">{text}</pre>
    </figure>
  );
}
