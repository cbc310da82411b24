import { isWhatItLooksLike } from "~/domain/hidden-characters";

const LONGEST = 100;

/** A name as a provider says it, where it could be typed here as well; else what stands before the @ (9.2). */
export function cleanName(name: string, email: string): string {
  const trimmed = [...name.replace(/\p{Cc}/gu, " ").trim()].slice(0, LONGEST).join("");
  return trimmed !== "" && isWhatItLooksLike(trimmed) ? trimmed : (email.split("@")[0] ?? email).slice(0, LONGEST);
}
