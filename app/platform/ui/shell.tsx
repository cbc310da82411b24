import type { ReactNode } from "react";
import { ConfirmReminder } from "./confirm-reminder";
import { CookieNotice } from "./cookie-notice";
import { Footer } from "./footer";
import { Header } from "./header";
import { LookOnly } from "./look-only";
import { MoneyProvider } from "./money";
import { MoneyEnd } from "./money-end";
import { NoticeArea, Notices } from "./notices";
import { Progress } from "./progress";
import { useLinks } from "./use-links";
import { useRootData } from "./use-root-data";
import { ZoneProvider } from "./zone";

/** The frame of every screen. The layout inside it decides how wide the content is. */
export function Shell({ children }: { children: ReactNode }) {
  const root = useRootData();
  useLinks();
  return (
    <Notices fromServer={root?.notice ?? null}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Progress />
      <ZoneProvider>
        <MoneyProvider>
          <div className="flex min-h-dvh flex-col">
            <Header />
            {root?.viewer?.unverified ? <ConfirmReminder email={root.viewer.email} /> : null}
            <LookOnly />
            <MoneyEnd />
            <NoticeArea />
            <div className="flex-1">{children}</div>
            <Footer />
            <CookieNotice />
          </div>
        </MoneyProvider>
      </ZoneProvider>
    </Notices>
  );
}
