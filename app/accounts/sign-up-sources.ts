/** Answers to 'How did you hear about us?' and their labels (9.2). */
export const SIGN_UP_SOURCES = {
  search: "Search",
  ide_plugin_marketplace: "IDE Plugin Marketplace",
  social_media: "Social Media",
  recommendation: "Recommendation",
  email: "Email",
  conference: "Conference",
  article: "Article",
  aggregator: "Aggregator",
  stack_overflow: "Stack Overflow",
  reddit: "Reddit",
  advertisement: "Advertisement",
  other: "Other",
} as const;

export type SignUpSource = keyof typeof SIGN_UP_SOURCES | "unknown";

/** Labels of the answers, with one for no answer. */
export const SOURCE_LABELS: Record<SignUpSource, string> = { ...SIGN_UP_SOURCES, unknown: "Unknown" };
export const ALL_SOURCES = Object.keys(SOURCE_LABELS) as SignUpSource[];

export function isSignUpSource(text: string): text is SignUpSource {
  return text === "unknown" || Object.hasOwn(SIGN_UP_SOURCES, text);
}
