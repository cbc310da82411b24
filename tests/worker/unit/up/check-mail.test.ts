import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import type { Env } from "~/platform/env.server";
import { checkMail } from "../../../../worker/up/doctor/network";

test("A mail server that never greets is reported in seconds", { timeout: 20_000 }, async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const [finding] = await checkMail({ SMTP_URL: `smtp://127.0.0.1:${port}` } as Env);
  expect(finding).toMatchObject({
    grade: "critical",
    says: expect.stringContaining("127.0.0.1 does not accept mails"),
  });
  server.close();
});
