/** Reads the numbers in an answer that are not 0. */
export function figuresOf(answer: unknown): Record<string, number> {
  const named = typeof answer === "number" ? { count: answer } : (answer ?? {});
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, number] => typeof entry[1] === "number" && entry[1] !== 0),
  );
}
