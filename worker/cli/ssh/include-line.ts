const NOTE = "# Names of your GPU tasks; `millrace config ssh --remove` takes these lines out.";

/**
 * A person's `~/.ssh/config` with our line at its head, where it holds for every host: below a `Host` line it would belong to that
 * host alone. Every other byte stays as it is; a file that has the line stays as it is altogether.
 */
export function withInclude(content: string, pattern: string): string {
  if (hasInclude(content, pattern)) return content;
  const end = content.includes("\r\n") ? "\r\n" : "\n";
  const ours = [NOTE, `Include ${quoted(pattern)}`, ""].join(end);
  return content === "" ? ours : ours + end + content;
}

/** The same file without what `withInclude` put there. */
export function withoutInclude(content: string, pattern: string): string {
  const note = `(?:${literal(NOTE)}\\r?\\n)?`;
  const line = `[ \\t]*Include[ \\t]+"?${literal(pattern)}"?[ \\t]*(?:\\r?\\n|$)`;
  return content.replace(new RegExp(`^${note}${line}(?:\\r?\\n)?`, "m"), "");
}

/** Before the first `Host` or `Match`; elsewhere it would not hold for all. */
export function hasInclude(content: string, pattern: string): boolean {
  const [head = ""] = content.split(/^[ \t]*(?:Host|Match)\b/im);
  return new RegExp(`^[ \\t]*Include[ \\t]+"?${literal(pattern)}"?[ \\t]*\\r?$`, "m").test(head);
}

function quoted(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
