import { CodeBlock } from "~/platform/ui/code-block";
import { FocusedPanel } from "~/platform/ui/focused-panel";

/** Tokens that are shown whole in the answer to one request. */
export interface ShownTokens {
  name: string;
  /** Null: not requested, or there is none. */
  inferenceToken: string | null;
  adminToken: string | null;
  why: keyof typeof WORDS;
}

const WORDS = {
  created: { title: "created", lead: "Copy these tokens now and give them to the owner. Later they are masked." },
  restored: {
    title: "is back",
    lead: "It has new tokens; the old ones stay invalid. Copy the new ones now: later they are masked.",
  },
  shown: { title: "and its tokens", lead: "The audit records that you saw them." },
  rotated: { title: "has a new inference token", lead: "The old one works for 24 more hours." },
  replaced: { title: "has a new admin token", lead: "The old one has ended." },
};

/** Shows the tokens once. The screen may be scrolled far away, so the panel takes the focus. */
export function TokensPanel({ tokens }: { tokens: ShownTokens }) {
  const { name, inferenceToken, adminToken, why } = tokens;
  return (
    <FocusedPanel about={tokens} title={`Workspace ${name} ${WORDS[why].title}`} lead={WORDS[why].lead}>
      <div className="flex flex-col gap-3">
        {inferenceToken === null ? null : <CodeBlock label="Inference token" text={inferenceToken} />}
        {adminToken === null ? null : <CodeBlock label="Admin token" text={adminToken} />}
      </div>
    </FocusedPanel>
  );
}
