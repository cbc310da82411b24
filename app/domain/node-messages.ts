/** The part of the catalogue (`messages.ts`) that is about what is wrong with nodes and their maintenance. */
export const NODE_ROWS = {
  M271: { findingGone: "This finding has been cleared already." },
  M272: { wrongWindow: "Choose a beginning from now to 90 days ahead, and an end 10 minutes to 14 days after it." },
  M273: { windowTaken: "Maintenance of this node is planned already. Withdraw that first." },
  M274: { noSelfTest: "The agent of this node has no self-test command (MILLRACE_SELF_TEST_COMMAND)." },
  M275: { noWindow: "No maintenance of this node is planned any more." },
  M305: {
    replacedAgent:
      "Another machine reports with the key of this node. Stop one of them; a minute later the other counts.",
  },
} as const;
