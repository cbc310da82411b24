import { M as BEFORE } from "~/compute/messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M100: { noSuchNode: "No such node." },
  M101: { wrongDrainFlag: "flag must be 0, 1 or 2." },
  M271: { findingGone: "This finding has already been cleared." },
  M272: { wrongWindow: "Choose a start within the next 90 days, and an end 10 minutes to 14 days after it." },
  M273: { windowTaken: "Maintenance of this node is already planned. Cancel it first." },
  M274: { noSelfTest: "The agent of this node has no self-test command (MILLRACE_SELF_TEST_COMMAND)." },
  M275: { noWindow: "Maintenance of this node is no longer planned." },
  M305: {
    replacedAgent:
      "Another machine reports with the key of this node. Stop one of them; the other takes over a minute later.",
  },
  M515: {
    clusterHasEngine: ({ clusterName }: { clusterName: string }) =>
      `${clusterName} is backed by a scheduler, so machines cannot join it here. Enrol this machine in another cluster.`,
  },
  M540: { noSshGateway: "There is no SSH gateway here (SSH_GATEWAY_PORTS)." },
  M541: { wrongSshGateway: "ssh_gateway must be true or false." },
  M550: { wrongRack: "A rack is a name of at most 32 letters, digits, spaces, dots, hyphens and slashes." },
  M551: {
    wrongLabels:
      "Labels are at most 16 words or key=value, such as water or generation=2024, separated by spaces; each key once.",
  },
  M640: {
    plannedAlready: ({ node, plan }: { node: string; plan: string }) =>
      `${node} is already planned: ${plan}. Cancel that plan first, or leave the node out.`,
  },
  M641: { wrongRolling: "Choose a name of at most 60 characters, and 1 to 200 nodes that are out at the same time." },
  M642: { rollingNodes: "Choose 1 to 200 nodes without another plan." },
  M643: { noRolling: "This plan has ended or does not exist." },
  M644: { wrongTurn: "This node is no longer in that state. Look at the plan again." },
  M645: { wrongWork: "Choose a time within the next 90 days, and a stay of at most 14 days." },
  M646: { noLabelChange: "Type a rack, or labels to add or remove." },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
