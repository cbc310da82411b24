import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { Notice } from "./notice";
import type { NoticeText } from "./use-root-data";

const NOTICE_MS = 10_000;

interface ShownNotice extends NoticeText {
  id: number;
}

const NotifyContext = createContext<(notice: NoticeText) => void>(() => {});

/** Shows a notice for 10 s (2.1). */
export const useNotify = () => useContext(NotifyContext);

/** Holds the notices. The one of the server stands in its HTML and, without the script, stays until the next page. */
export function Notices({ fromServer, children }: { fromServer: NoticeText | null; children: ReactNode }) {
  const [shown, setShown] = useState<ShownNotice[]>(() => (fromServer ? [{ ...fromServer, id: 0 }] : []));
  const notify = useCallback((notice: NoticeText) => {
    setShown((present) => [
      // What a form answered may also arrive as a live notification: the same words stand there once.
      ...present.filter(({ message }) => message !== notice.message),
      { ...notice, id: Math.max(0, ...present.map((one) => one.id)) + 1 },
    ]);
  }, []);
  const [seen, setSeen] = useState(fromServer);
  useEffect(() => {
    if (fromServer === seen) return;
    setSeen(fromServer);
    if (fromServer) notify(fromServer);
  }, [fromServer, seen, notify]);
  const remove = useCallback(
    (id: number) => setShown((present) => present.filter((one) => one.id !== id)),
    [],
  );

  return (
    <NotifyContext.Provider value={notify}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 top-16 z-60 mx-auto flex max-w-md flex-col gap-2"
      >
        {shown.map((notice) => (
          <Notice key={notice.id} notice={notice} forMs={NOTICE_MS} onEnd={() => remove(notice.id)} />
        ))}
      </div>
    </NotifyContext.Provider>
  );
}
