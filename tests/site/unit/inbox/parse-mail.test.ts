import { expect, test } from "vitest";
import { parseMail } from "~/site/inside/inbox/parse-mail.server";

const HEADERS = "From: Ann <ann@example.com>\r\nMessage-ID: <1@example.com>\r\n";

/** Reading all of the lines takes two minutes. */
const FAR_TOO_LONG_MS = 30_000;

test(
  "16 MB of empty lines are read up to a line, so that they hold nothing up (22.5)",
  { timeout: FAR_TOO_LONG_MS },
  async () => {
    const mail = await parseMail(Buffer.from(`${HEADERS}\r\nHello\r\n${"\r\n".repeat(7 * 1024 * 1024)}`));
    expect(mail).toMatchObject({ messageId: "<1@example.com>" });
    expect(mail.text.trim()).toBe("Hello");
  },
);

test("a text before a large attachment is read", async () => {
  const mail = await parseMail(
    Buffer.from(
      `${HEADERS}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nSee the picture.\r\n--b\r\n` +
        `Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${"QUJD".repeat(19)}\r\n`.repeat(200_000)}--b--\r\n`,
    ),
  );
  expect(mail.text.trim()).toBe("See the picture.");
});
