import { useNavigation } from "@remix-run/react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { Notice } from "./notice";
import { NOTICE_MS, type ShownNotices, withNotice, withoutAnswers, withoutNotice } from "./shown-notices";
import type { NoticeText } from "./use-root-data";

const NotifyContext = createContext<(notice: NoticeText) => void>(() => {});
const AreaContext = createContext<{ notices: ShownNotices; remove: (id: number) => void }>({
  notices: { shown: [] },
  remove: () => {},
});

/** Shows a notice for 10 s (2.1). */
export const useNotify = () => useContext(NotifyContext);

/** Holds the notices. The server's notice is in its HTML; without JavaScript it stays until the next page. */
export function Notices({ fromServer, children }: { fromServer: NoticeText | null; children: ReactNode }) {
  const [notices, setNotices] = useState<ShownNotices>(() =>
    fromServer ? withNotice({ shown: [] }, { notice: fromServer, answer: true, nowMs: Date.now() }) : { shown: [] },
  );
  const show = useCallback((notice: NoticeText, answer: boolean) => {
    const nowMs = Date.now();
    setNotices((present) => withNotice(present, { notice, answer, nowMs }));
  }, []);
  const notify = useCallback((notice: NoticeText) => show(notice, false), [show]);
  const { formData, formMethod } = useNavigation();
  const sent = formMethod === "POST" ? formData : undefined;
  useEffect(() => {
    if (sent) setNotices(withoutAnswers);
  }, [sent]);
  const [seen, setSeen] = useState(fromServer);
  useEffect(() => {
    if (fromServer === seen) return;
    setSeen(fromServer);
    if (fromServer) show(fromServer, true);
  }, [fromServer, seen, show]);
  const remove = useCallback((id: number) => setNotices((present) => withoutNotice(present, id)), []);

  const area = useMemo(() => ({ notices, remove }), [notices, remove]);
  return (
    <NotifyContext.Provider value={notify}>
      <AreaContext.Provider value={area}>{children}</AreaContext.Provider>
    </NotifyContext.Provider>
  );
}

/**
 * The place of notices. Headings, fields and the answer to a form are at the top of a page. With the script, notices
 * appear at the foot of the window for 10 s, and the page can be scrolled clear of them. Without it they stay above the
 * page, in their own space.
 */
export function NoticeArea() {
  const { notices, remove } = useContext(AreaContext);
  return (
    <div role="status" className="notice-area">
      {notices.shown.map((notice) => (
        <Notice
          key={notice.id}
          notice={notice}
          answer={notice.answer}
          forMs={NOTICE_MS}
          onEnd={() => remove(notice.id)}
        />
      ))}
    </div>
  );
}
