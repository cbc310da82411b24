import { X509Certificate } from "node:crypto";

const ONE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Checks whether a text consists of certificates in PEM: a key next to them would be stored, and shown again. */
export function areCertificates(text: string): boolean {
  const found = text.match(ONE) ?? [];
  return found.length > 0 && text.replace(ONE, "").trim() === "" && found.every(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
