import { useRouteLoaderData } from "@remix-run/react";
import type { Role } from "~/domain/role";
import type { LoadedBalance } from "~/live/use-balance";
import type { Theme } from "~/domain/theme";

export interface RootViewer {
  name: string;
  email: string;
  role: Role;
  tenantName: string;
  /** Whether the address has still to be confirmed (6.7). */
  unverified: boolean;
}

export interface NoticeText {
  retcode: "OK" | "ERROR" | "FAILED";
  message: string;
  url?: string;
}

/** What every screen knows about its visitor; made by the loader of the root. */
interface RootData {
  viewer: RootViewer | null;
  /** The balance of who is logged in, for the line that says when it ends. */
  money: LoadedBalance | null;
  /** The page security token of forms (0.6). */
  pageToken: string;
  /** Whether mails are shown on a page instead of being sent. */
  hasMailbox: boolean;
  notice: NoticeText | null;
  showCookieNotice: boolean;
  liveOrigin: string;
  /** Where this installation is, for addresses that others read. */
  siteOrigin: string;
  theme: Theme;
  /** The time zone that the browser has told; UTC until then. */
  zone: string;
}

/** Undefined only on an error page whose root loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData("root");
}
