import { expect, test } from "vitest";
import { env } from "~/platform/env.server";
import { documentHeaders, documentStatus } from "~/platform/http/document-answer.server";
import { securityHeaders } from "~/platform/http/security-headers.server";
import { unknownJsonPath } from "~/platform/http/unknown-json-path.server";

const request = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://127.0.0.1:3000${path}`, { headers });

test("a screen's scripts run by its nonce only, and no site may frame it", () => {
  const headers = new Headers();
  documentHeaders(headers, {
    nonce: "n0",
    requestId: "r1",
    status: 200,
    liveOrigin: "http://127.0.0.1:3001",
  });
  const policy = headers.get("Content-Security-Policy") ?? "";
  expect(policy.split("; ")).toEqual([
    "default-src 'self'",
    "script-src 'self' 'nonce-n0' https://js.stripe.com",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self' ws://127.0.0.1:3001 https://api.stripe.com",
    "frame-src https://js.stripe.com https://hooks.stripe.com",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://checkout.stripe.com https://hooks.stripe.com",
  ]);
  expect(policy).not.toContain("unsafe-eval");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(headers.get("X-Request-Id")).toBe("r1");
});

test("an installation on https is requested by https only for two years (0.10)", () => {
  const { APP_ORIGIN } = env;
  env.APP_ORIGIN = "https://cloud.example.com";
  expect(securityHeaders()["Strict-Transport-Security"]).toBe("max-age=63072000; includeSubDomains");
  env.APP_ORIGIN = APP_ORIGIN;
  expect(securityHeaders()["Strict-Transport-Security"]).toBeUndefined();
});

test("a screen that fails because the database is down is 503, any other fault 500", () => {
  const away = { databaseDown: true };
  expect(documentStatus(away, 500)).toBe(503);
  expect(documentStatus({ databaseDown: false }, 500)).toBe(500);
  expect(documentStatus(away, 404)).toBe(404);
});

const page = { Accept: "text/html" };
test.each([
  ["/v1/nothing", page, true],
  ["/payments/nothing", page, true],
  ["/users/nothing", page, false],
  ["/users/nothing", {}, true],
  ["/dashboard/nothing", { ...page, "X-Requested-With": "XMLHttpRequest" }, true],
  ["/users/view/999999", { Accept: "application/json" }, false],
  ["/users/stats/nobody", {}, false],
  ["/users/view", {}, true],
  ["/nothing", {}, false],
  ["/v1x", {}, false],
])("an unknown %s requested with %j is answered as JSON: %s", async (path, headers, isJson) => {
  const answer = unknownJsonPath(request(path, headers), 404, new Headers());
  expect(answer !== null).toBe(isJson);
  if (answer) {
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ retcode: "ERROR", human_readable_message: "Not found." });
  }
});
