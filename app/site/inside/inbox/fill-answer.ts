/** Words in a saved answer that are replaced when it is put into an answer (22.7). */
export const PLACEHOLDERS = ["{name}", "{subject}", "{me}"] as const;

/** The text of a saved answer for a customer; without a known name they are greeted as "there". */
export function fillAnswer(text: string, given: { name: string; subject: string; me: string }): string {
  const values: Record<string, string> = {
    "{name}": given.name || "there",
    "{subject}": given.subject,
    "{me}": given.me,
  };
  return text.replace(/\{(name|subject|me)\}/g, (word) => values[word] ?? word);
}
