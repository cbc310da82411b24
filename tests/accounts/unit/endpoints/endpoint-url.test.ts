import { describe, expect, test } from "vitest";
import { checkEndpointUrl } from "~/accounts/endpoint-url";
import { M } from "~/messages";

const check = (url: string, loopback = false) => checkEndpointUrl(url, { loopback });

describe("Where webhooks may go (15.3)", () => {
  test.each([
    ["https://example.com/hooks?a=1", "https://example.com/hooks?a=1"],
    ["HTTPS://Example.COM", "https://example.com/"],
    ["https://example.com:8443/x", "https://example.com:8443/x"],
    ["https://müller.example.com/", "https://xn--mller-kva.example.com/"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"],
  ])("%s is accepted", (typed, url) => {
    expect(check(typed)).toEqual({ url });
  });

  test.each([
    ["", M.webhookUrlWrong],
    ["example.com", M.webhookUrlWrong],
    ["http://example.com/", M.webhookUrlWrong],
    ["ftp://example.com/", M.webhookUrlWrong],
    ["javascript:alert(1)", M.webhookUrlWrong],
    ["https://user:secret@example.com/", M.webhookUrlWrong],
    ["https://user@example.com/", M.webhookUrlWrong],
    ["https://example.com/#part", M.webhookUrlWrong],
    [`https://example.com/${"x".repeat(2000)}`, M.webhookUrlWrong],
    ["https://example.com:25/", M.webhookPortWrong],
    ["https://example.com:80/", M.webhookPortWrong],
    ["https://localhost/", M.webhookUrlPrivate],
    ["https://localhost./", M.webhookUrlPrivate],
    ["https://db.internal/", M.webhookUrlPrivate],
    ["https://intranet/", M.webhookUrlPrivate],
    ["https://127.0.0.1/", M.webhookUrlPrivate],
    ["https://127.1/", M.webhookUrlPrivate],
    ["https://2130706433/", M.webhookUrlPrivate],
    ["https://0x7f.0.0.1/", M.webhookUrlPrivate],
    ["https://0177.0.0.1/", M.webhookUrlPrivate],
    ["https://169.254.169.254/latest/meta-data/", M.webhookUrlPrivate],
    ["https://[::1]/", M.webhookUrlPrivate],
    ["https://[::ffff:10.0.0.1]/", M.webhookUrlPrivate],
  ])("%s is refused", (typed, problem) => {
    expect(check(typed)).toEqual({ problem });
  });

  test("this machine, by plain http too, is allowed only by the setting", () => {
    expect(check("http://127.0.0.1:8080/x", true)).toEqual({ url: "http://127.0.0.1:8080/x" });
    expect(check("http://localhost:80/", true)).toEqual({ url: "http://localhost/" });
    expect(check("http://example.com/", true)).toEqual({ problem: M.webhookUrlWrong });
    expect(check("https://10.0.0.1/", true)).toEqual({ problem: M.webhookUrlPrivate });
  });
});
