/** What is told of a piece of feedback. */
interface Told {
  id: bigint;
  name: string;
  email: string;
  message: string;
  url: string;
  createdAt: Date;
}

/** What the chat webhook is sent: `text` for chats that show one, the parts for programs that want them. */
export function chatMessage({ id, email, message, url, createdAt }: Told) {
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

/** The mail to the support address. */
export function contactMail({ name, email, message, url }: Told): { subject: string; text: string } {
  const from = name === "" ? email : `${name} <${email}>`;
  const page = url === "" ? "" : `Page: ${url}\n`;
  return {
    subject: `Message from ${name === "" ? email : name}`.replace(/\s+/g, " "),
    text: `From: ${from}\n${page}\n${message}\n\nAnswer to ${email}.`,
  };
}

/** In the chats that take `text`, these three would begin a mention or a link made to look like another. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
