import { expect, test } from "vitest";
import { z } from "zod";
import { formAction, onForm } from "~/platform/http/form.server";
import { aVisitor } from "../../../support/visitor";
import { argsOf } from "../../../support/route-args";

const URL = "http://127.0.0.1:3000/keys";

test("the moment of a form is that of its head: what its sender lost while they sent the body is lost (16.9)", async () => {
  const { cookies, token } = aVisitor();
  const whole = new URLSearchParams({ intent: "save", _token: token, title: "abc" }).toString();
  let bodyAt = Infinity;
  const body = new ReadableStream({
    async start(controller) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      bodyAt = Date.now();
      controller.enqueue(new TextEncoder().encode(whole));
      controller.close();
    },
  });
  const headers = {
    ...{ Cookie: cookies, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" },
  };
  const request = new Request(URL, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  let moment = Infinity;
  await formAction(argsOf(request), {
    save: onForm(z.object({ title: z.string() }), async (_fields, { now }) => {
      moment = now.getTime();
      return { notice: "Saved." };
    }),
  });
  expect(moment).toBeLessThan(bodyAt);
});
