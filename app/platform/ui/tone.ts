/** The meaning of a colour. Text always repeats it, so that no information is only in the colour. */
export type Tone = "neutral" | "ok" | "danger" | "warn" | "accent";

export const TONE_TEXT: Record<Tone, string> = {
  neutral: "text-muted",
  ok: "text-ok",
  danger: "text-danger",
  warn: "text-warn",
  accent: "text-link",
};

export const TONE_SOFT: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  ok: "bg-ok-soft text-ok",
  danger: "bg-danger-soft text-danger",
  warn: "bg-warn-soft text-warn",
  accent: "bg-accent-soft text-link",
};
