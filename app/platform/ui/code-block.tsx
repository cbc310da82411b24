import { CopyButton } from "./copy-button";

interface CodeBlockProps {
  label: string;
  /** Null until there is one: its place is kept, so that nothing moves when it comes. */
  text: string | null;
  /** Shown in its place until then. */
  empty?: string;
}

/** Shows text to be copied unchanged, such as a command. Long lines wrap, so that nothing scrolls sideways. */
export function CodeBlock({ label, text, empty }: CodeBlockProps) {
  return (
    <figure className="rounded-control border bg-sunken text-left">
      <figcaption className="flex items-center justify-between gap-2 border-b py-1 pr-1 pl-3 text-sm text-muted">
        {label}
        {text === null ? (
          <span aria-hidden="true" className="button button-small invisible" />
        ) : (
          <CopyButton text={text} what={label} />
        )}
      </figcaption>
      {text === null ? (
        <p className="px-3 py-2.5 text-code leading-relaxed text-muted">{empty}</p>
      ) : (
        <pre className="px-3 py-2.5 font-mono text-code leading-relaxed break-all whitespace-pre-wrap">{text}</pre>
      )}
    </figure>
  );
}
