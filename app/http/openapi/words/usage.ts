import type { Words } from ".";

export const usageWords: Record<string, Words> = {
  before_id: ["Id of the section that shall follow; null: none, it becomes the last", 1],
  newest: ["With M112: the section as it is by now; null: it was deleted"],
  title: ["Title, 1 to 200 characters", "Getting started"],
  content: [
    "JSON text of the topics in order, each with question and answer in markdown",
    '[{"question":"What does it cost?","answer":"See **Pricing**."}]',
  ],
  user: ["Email, or a tenant_name, which stands for the first user of the tenant", "user1042@example.com"],
  coins: ["Whole coins", 5230000],
  points: ["Whole coins", 5230000],
  balance: ["Whole coins spent in 30 days", 12345678],
  calls: ["Calls, at least 1", 1],
  prompt_tokens: ["Tokens sent to the model", 812],
  generated_tokens: ["Tokens the model wrote", 96],
  cache_read_input_tokens: ["Tokens read from the cache", 40],
  cache_creation_input_tokens: ["Tokens written to the cache", 9],
};
