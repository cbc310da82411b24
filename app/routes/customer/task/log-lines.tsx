interface LogLine {
  seq: number;
  stream: string;
  text: string;
}

/** The last lines the task wrote. */
export function LogLines({ lines }: { lines: LogLine[] }) {
  if (lines.length === 0) return <p className="text-sm text-muted">Nothing written yet.</p>;
  return (
    <pre className="font-mono text-[0.8125rem] leading-relaxed break-all whitespace-pre-wrap">
      {lines.map((line) => (
        <span key={line.seq} className={line.stream === "err" ? "text-danger" : undefined}>
          {line.text.endsWith("\n") ? line.text : `${line.text}\n`}
        </span>
      ))}
    </pre>
  );
}
