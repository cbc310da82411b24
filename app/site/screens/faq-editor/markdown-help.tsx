import { Popup } from "~/platform/ui/popup";

const ROWS = [
  ["**bold**, *italic*", "bold, italic"],
  ["`nvidia-smi`", "a command or a name, in monospace"],
  ["[Pricing](/pricing)", "a link: to a page of ours by its path, elsewhere by https:// or mailto:"],
  ["- one\n- two", "a list; use 1. and 2. for a numbered one"],
  ["### Heading", "a heading inside an answer"],
  ["> Note", "a quotation"],
  ["```\nssh root@…\n```", "a block of commands"],
  ["![A rack](/rack.png)", "a picture, from this site only"],
] as const;

/** Explains the markdown of an answer. */
export function MarkdownHelp() {
  return (
    <Popup button="Help" title="What an answer can contain">
      <div className="flex flex-col gap-4 text-sm">
        <p>Answers are written in markdown. An empty line begins a new paragraph. A question is plain text.</p>
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
          {ROWS.map(([sample, meaning]) => (
            <div key={sample} className="contents">
              <dt>
                <code className="font-mono text-code whitespace-pre-wrap">{sample}</code>
              </dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted">HTML is shown as plain text. Pictures from other sites are left out.</p>
      </div>
    </Popup>
  );
}
