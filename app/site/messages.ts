import { M as BEFORE } from "~/usage/messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M110: { titleRequired: "A title of 1 to 200 characters is required." },
  M111: { wrongTopics: "content must be a list of topics with question and answer." },
  M112: { sectionChanged: "Somebody else changed this section. Reload to see the newest text." },
  M113: { noSuchSection: "No such section. It may have been deleted." },
  M620: { newerMessage: "There is a newer message in this conversation. Read it above, then send yours again." },
  M621: { wrongMessage: "A message has 1 to 10,000 characters." },
  M622: { notOfStaff: "Choose a member of staff: this account is not one, or is no longer active." },
  M623: { wrongAnswerName: "A saved answer has a name of 1 to 60 characters." },
  M624: { answerNameTaken: "Another saved answer has this name. Choose another name, or change that one." },
  M625: { noAnswerChosen: "Choose a saved answer first." },
  M626: { wrongSender: "from must contain one email address." },
  M627: { wrongMessageId: "message_id must be the mail’s Message-ID, such as <1@example.com>." },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
