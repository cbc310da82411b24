/** Expands `ubuntu:22.04` to `docker.io/library/ubuntu:22.04`, which every engine reads in the same way. */
export function fullReference(given: string): string {
  const [first = "", ...rest] = given.split("/");
  const hasHost = rest.length > 0 && (/[.:]/.test(first) || first === "localhost");
  const path = hasHost ? given : `docker.io/${rest.length === 0 ? `library/${given}` : given}`;
  const named = /@sha256:|:[^/]+$/.test(path);
  return named ? path : `${path}:latest`;
}

/** Returns the same image by its content: `docker.io/library/ubuntu@sha256:…`. */
export function byDigest(reference: string, digest: string): string {
  const plain = reference.replace(/@sha256:.*$/, "");
  return `${plain.replace(/:[^/]+$/, "")}@${digest}`;
}

/** Name that an engine looks up: by digest if there is one, else by reference. */
export function imageName({ reference, digest = "" }: { reference: string; digest?: string | undefined }): string {
  const full = fullReference(reference);
  return digest ? byDigest(full, digest) : full;
}
