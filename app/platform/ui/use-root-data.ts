import { useMatches, useRouteLoaderData } from "@remix-run/react";
import type { MemberRole } from "~/platform/may";
import type { LoadedBalance } from "~/platform/live/use-balance";
import type { Theme } from "~/platform/theme";
import type { Menus } from "./navigation";

export interface RootViewer {
  name: string;
  email: string;
  role: string;
  tenantName: string;
  /** True while the email address is unconfirmed (6.7). */
  unverified: boolean;
  /**
   * The user's role at this tenant (16.1), the tenant's name among its members, and whether they have other tenants.
   */
  memberRole: MemberRole;
  teamName: string;
  inTeam: boolean;
  /** The other tenants that they may switch to. */
  otherTeams: { tenantId: number; called: string }[];
  /** A sentence about the role, for the line above read-only screens. */
  roleLine: string;
  /** Where a view as customer is stopped; empty for everybody else. */
  viewEnd: string;
  /** Folders of hidden screens and of read-only ones (16.2). */
  hidden: string[];
  lookOnly: string[];
}

export interface NoticeText {
  retcode: "OK" | "ERROR" | "FAILED";
  message: string;
  url?: string;
}

/** The data that every screen knows about its visitor, from the loader of the root. */
interface RootData {
  viewer: RootViewer | null;
  /** The user's balance, for the line that shows its end. */
  money: LoadedBalance | null;
  /** Automatic top-up adds funds before the balance ends. */
  toppedUp: boolean;
  /** The page security token of forms (0.6). */
  pageToken: string;
  /** Emails are shown on a page instead of being sent. */
  hasMailbox: boolean;
  /** The entries of header, user menu and footer. */
  menus: Menus;
  notice: NoticeText | null;
  showCookieNotice: boolean;
  liveOrigin: string;
  /** Origin of this installation, for addresses that others read. */
  siteOrigin: string;
  theme: Theme;
  /** Time zone that the browser has reported; UTC until then. */
  zone: string;
}

/** Undefined only on an error page whose root loader failed, or did not run because a form was refused. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData("root");
}

/** Returns whether this screen is read-only for the viewer, as the guard of its route decides (16.2). */
export function useLookOnly(): boolean {
  const viewer = useRootData()?.viewer;
  const shown = /\/screens\/([^/]+)\/route$/.exec(useMatches().at(-1)?.id ?? "")?.[1];
  return shown !== undefined && (viewer?.lookOnly.includes(shown) ?? false);
}

/** Returns whether the viewer may add funds; in a team not everybody may (16.2). */
export function useMayAddFunds(): boolean {
  const viewer = useRootData()?.viewer;
  return viewer !== undefined && viewer !== null && ![...viewer.hidden, ...viewer.lookOnly].includes("add-funds");
}
