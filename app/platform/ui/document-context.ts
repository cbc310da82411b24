import { createContext, useContext } from "react";
import type { Theme } from "~/platform/theme";

/** Facts that only the server knows about the answer that it renders; empty in the browser. */
interface DocumentFacts {
  /** The nonce of the Content-Security-Policy, for each script of the page (0.10). */
  nonce: string | undefined;
  /** The answer's X-Request-Id. */
  requestId: string;
  /** The answer's HTTP status. */
  status: number;
  /** Runs before the page's script: scrolls a page that is loaded again to its last position, and sends forms once. */
  earlyScript: string;
  /** The theme that the browser keeps, for pages whose loaders failed too. */
  theme: Theme;
  /** Names of the parts that are rendered, to which each adds its own (late.ts). */
  parts: Set<string>;
}

export const DocumentContext = createContext<DocumentFacts>({
  nonce: undefined,
  requestId: "",
  status: 0,
  earlyScript: "",
  theme: "system",
  parts: new Set(),
});

export const useDocument = () => useContext(DocumentContext);
