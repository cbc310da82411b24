import { isWhatItLooksLike } from "~/platform/hidden-characters";

const LONGEST = 100;

/** The provider's name for the user if it is valid here; otherwise the part before the @ (9.2). */
export function cleanName(name: string, email: string): string {
  const trimmed = [...name.replace(/\p{Cc}/gu, " ").trim()].slice(0, LONGEST).join("");
  return trimmed !== "" && isWhatItLooksLike(trimmed) ? trimmed : (email.split("@")[0] ?? email).slice(0, LONGEST);
}
