/** The seller on a document. */
export interface Seller {
  name: string;
  /** Lines below the name: address, registration, tax number. */
  lines: readonly string[];
}
