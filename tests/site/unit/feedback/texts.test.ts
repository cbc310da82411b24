import { expect, test } from "vitest";
import { chatMessage, contactMail } from "~/site/inside/feedback/feedback-texts";
import { pageAddress } from "~/site/inside/feedback/page-address";

const told = {
  id: 7n,
  name: "",
  email: "ann@example.com",
  message: "Good <!channel> & fast",
  url: "https://millrace.example/pricing",
  createdAt: new Date("2026-11-21T10:00:00Z"),
};

test.each([
  ["https://m.example/pricing?gpus=16#top", "https://m.example/pricing"],
  ["https://m.example/reset/secret-token", "https://m.example/reset/…"],
  ["/verify/secret-token?x=1", "/verify/…"],
  ["/users/view/7?more=ann@example.com", "/users/view/7"],
  ["", ""],
])("the page %s is passed on as %s", (url, passedOn) => {
  expect(pageAddress(url)).toBe(passedOn);
});

test("the chat gets the documented parts, and a text that mentions nobody", () => {
  expect(chatMessage(told)).toEqual({
    text: "Feedback from ann@example.com on https://millrace.example/pricing:\nGood &lt;!channel&gt; &amp; fast",
    id: "7",
    email: "ann@example.com",
    message: "Good <!channel> & fast",
    url: "https://millrace.example/pricing",
    created_at: "2026-11-21T10:00:00.000Z",
  });
});

test("the mail shows the sender and where to answer, with a subject on one line", () => {
  const { subject, text } = contactMail(
    { ...told, name: "Ann\nBcc: x@y.zz", url: "" },
    "https://m.example/dashboard/inbox",
  );
  expect(subject).toBe("Message from Ann Bcc: x@y.zz");
  expect(text).toContain("From: Ann\nBcc: x@y.zz <ann@example.com>\n\nGood <!channel> & fast");
  expect(text).toMatch(/Answer in the inbox: https:\/\/m\.example\/dashboard\/inbox\?q=ann%40example\.com$/);
});
