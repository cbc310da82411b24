import { describe, expect, test } from "vitest";
import { imageText, isRegistryAllowed, parseImage } from "~/compute/inside/templates/own-image";

const DIGEST = `sha256:${"ab".repeat(32)}`;

describe("An image by reference", () => {
  test.each([
    ["ghcr.io/acme/train:2", { registry: "ghcr.io", reference: "ghcr.io/acme/train:2", digest: "" }],
    [`ghcr.io/acme/train@${DIGEST}`, { registry: "ghcr.io", reference: "ghcr.io/acme/train", digest: DIGEST }],
    [
      "registry.example:5000/a/b/c",
      { registry: "registry.example:5000", reference: "registry.example:5000/a/b/c", digest: "" },
    ],
  ])("is read with its registry and digest: %s", (text, expected) => {
    const parsed = parseImage(text);
    expect(parsed).toEqual(expected);
    expect(parsed && imageText(parsed)).toBe(text);
  });

  test.each([
    ...["", "ubuntu", "library/ubuntu:22.04", "Ghcr.io/acme/train", "ghcr.io/Acme/train", "ghcr.io/acme/train:"],
    ...[
      "ghcr.io/acme/train --privileged",
      "https://ghcr.io/acme/train",
      "user@ghcr.io/acme",
      "[::1]:5000/a/b",
      "ghcr.io//a",
    ],
    ...[
      `ghcr.io/a@${DIGEST}@${DIGEST}`,
      "ghcr.io/a@sha256:12",
      "ghcr.io/../a",
      "ghcr.io/a\u0000b",
      `ghcr.io/${"a".repeat(250)}`,
    ],
  ])("is refused if it is invalid: %j", (text) => expect(parseImage(text)).toBeNull());
});

describe("Registries of tenants' images", () => {
  test.each(["ghcr.io", "docker.io", "registry.example.com:5000", "8.8.8.8"])("may be %s", (registry) => {
    expect(isRegistryAllowed(registry, ["*"])).toBe(true);
  });

  test.each([
    ...[
      "localhost",
      "localhost:5000",
      "127.0.0.1:5000",
      "127.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "10.0.0.7",
      "192.168.1.1:80",
    ],
    ...[
      "169.254.169.254",
      "100.64.0.1",
      "172.16.3.4",
      "0.0.0.0",
      "168.63.129.16",
      "registry:5000",
      "registry.internal",
      "nas.local:5000",
    ],
    ...["localhost.", "registry.lan."],
  ])("may not be one that only the node reaches: %s", (registry) => {
    expect(isRegistryAllowed(registry, ["*"])).toBe(false);
  });

  test("may be a private one that the operator lists, and no other without * in the list", () => {
    expect(isRegistryAllowed("registry.lan:5000", ["*", "registry.lan:5000"])).toBe(true);
    expect(isRegistryAllowed("registry.lan:5001", ["*", "registry.lan:5000"])).toBe(false);
    expect(isRegistryAllowed("ghcr.io", ["registry.lan:5000"])).toBe(false);
    expect(isRegistryAllowed("ghcr.io", [])).toBe(false);
  });
});
