const NOTE = "# Names of your GPU tasks; `millrace config ssh --remove` takes these lines out.";

/**
 * Adds our `Include` line at the head of `~/.ssh/config`, where it applies to every host: below a `Host` line it would
 * apply to that host only. No other byte changes.
 */
export function withInclude(content: string, pattern: string): string {
  if (hasInclude(content, pattern)) return content;
  const end = content.includes("\r\n") ? "\r\n" : "\n";
  const ours = [NOTE, `Include ${quoted(pattern)}`, ""].join(end);
  return content === "" ? ours : ours + end + content;
}

/** Removes the lines that `withInclude` added. */
export function withoutInclude(content: string, pattern: string): string {
  const note = `(?:${literal(NOTE)}\\r?\\n)?`;
  const line = `[ \\t]*Include[ \\t]+"?${literal(pattern)}"?[ \\t]*(?:\\r?\\n|$)`;
  return content.replace(new RegExp(`^${note}${line}(?:\\r?\\n)?`, "m"), "");
}

/** Checks whether our line is before the first `Host` or `Match`, where it applies to every host. */
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
