import { IMAGE_DIGEST, IMAGE_REFERENCE } from "~/compute/inside/pricing/image-reference";
import { isPublicHost } from "~/platform/public-address";

/** Longest reference that agents accept. */
const REFERENCE_MAX = 255;

/** An image by reference, with its digest in a separate field. */
export interface ImagePlace {
  /** Host of the registry, with its port. */
  registry: string;
  reference: string;
  /** `sha256:…`; if empty, nodes pull the content that the reference names at that time. */
  digest: string;
}

/** The image that a text names in full, with its registry, such as `ghcr.io/acme/train:2` or `…@sha256:…`; null for anything else. */
export function parseImage(text: string): ImagePlace | null {
  const at = text.indexOf("@");
  const [reference, digest] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
  if (reference.length > REFERENCE_MAX || !IMAGE_REFERENCE.test(reference)) return null;
  if (at >= 0 && !IMAGE_DIGEST.test(digest)) return null;
  const registry = registryOf(reference);
  // Engines take a first part without a dot or a port as a folder at docker.io, so we must too.
  return /[.:]/.test(registry) || registry === "localhost" ? { registry, reference, digest } : null;
}

/** Host and port from which a full reference is pulled. */
export function registryOf(reference: string): string {
  return reference.split("/", 1)[0] ?? "";
}

/** Returns a reference in its typed form. */
export function imageText({ reference, digest }: Pick<ImagePlace, "reference" | "digest">): string {
  return digest === "" ? reference : `${reference}@${digest}`;
}

/**
 * Checks whether images of tenants may come from a registry (18.5). `allowed` lists hosts, with their ports; `*` allows
 * every host on the internet, as far as its text shows.
 */
export function isRegistryAllowed(registry: string, allowed: readonly string[]): boolean {
  if (allowed.includes(registry)) return true;
  return allowed.includes("*") && isPublicHost(registry.replace(/:\d+$/, "").replace(/\.$/, ""));
}
