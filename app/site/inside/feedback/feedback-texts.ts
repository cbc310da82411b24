/** A piece of feedback as messages show it. */
interface ShownFeedback {
  id: bigint;
  name: string;
  email: string;
  message: string;
  url: string;
  createdAt: Date;
}

/** The JSON for the chat webhook: `text` for chats, the single fields for programs. */
export function chatMessage({ id, email, message, url, createdAt }: ShownFeedback) {
  const page = url === "" ? "" : ` on ${url}`;
  return {
    text: escaped(`Feedback from ${email}${page}:\n${message}`),
    id: String(id),
    email,
    message,
    url,
    created_at: createdAt.toISOString(),
  };
}

/** The mail to the support address; `inbox` is the address of the inbox. */
export function contactMail(
  { name, email, message, url }: ShownFeedback,
  inbox: string,
): { subject: string; text: string } {
  const from = name === "" ? email : `${name} <${email}>`;
  const page = url === "" ? "" : `Page: ${url}\n`;
  return {
    subject: `Message from ${name === "" ? email : name}`.replace(/\s+/g, " "),
    text: `From: ${from}\n${page}\n${message}\n\nAnswer in the inbox: ${inbox}?q=${encodeURIComponent(email)}`,
  };
}

/** Escapes the three characters that begin a mention or a disguised link in chats. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
