/** Answers to 'How did you hear about us?' that can be chosen, with their labels (9.2). */
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

export function isSignUpSource(text: string): text is SignUpSource {
  return text === "unknown" || Object.hasOwn(SIGN_UP_SOURCES, text);
}
