import fc from "fast-check";
import { expect, test } from "vitest";
import { tenantNameFrom } from "~/accounts/inside/tenant-name";

test("a tenant's name comes from the email's local part", () => {
  expect(tenantNameFrom("Ada.Lovelace@example.com", "7k2q")).toBe("ada-lovelace-7k2q");
  expect(tenantNameFrom("42@example.com", "7k2q")).toBe("tenant-7k2q");
  expect(tenantNameFrom("...@example.com", "7k2q")).toBe("tenant-7k2q");
});

test("it always has the form that names of tenants have", () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[a-z0-9]{4}$/), (email, random) => {
      expect(tenantNameFrom(email, random)).toMatch(/^[a-z][a-z0-9-]{2,31}$/);
    }),
  );
});
