import { useNavigation } from "@remix-run/react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { Notice } from "./notice";
import type { NoticeText } from "./use-root-data";

const NOTICE_MS = 10_000;

interface ShownNotice extends NoticeText {
  id: number;
  /** It answers a form: the next form that is sent takes its place. */
  answer: boolean;
}

const NotifyContext = createContext<(notice: NoticeText) => void>(() => {});

/** Shows a notice for 10 s (2.1). */
export const useNotify = () => useContext(NotifyContext);

/**
 * Holds the notices. The one of the server stands in its HTML and, without the script, stays until the next page. What
 * was said about one form goes when the next is sent: "Saved" beside why something was refused would be read as one.
 */
export function Notices({ fromServer, children }: { fromServer: NoticeText | null; children: ReactNode }) {
  const [shown, setShown] = useState<ShownNotice[]>(() =>
    fromServer ? [{ ...fromServer, id: 0, answer: true }] : [],
  );
  const show = useCallback((notice: NoticeText, answer: boolean) => {
    const isSame = ({ message, answer: answers }: ShownNotice) => answers && message === notice.message;
    setShown((present) => [
      // What a form answered may also arrive as a live notification: the same words stand there once.
      ...present.filter(({ message }) => message !== notice.message),
      {
        ...notice,
        answer: answer || present.some(isSame),
        id: Math.max(0, ...present.map((one) => one.id)) + 1,
      },
    ]);
  }, []);
  const notify = useCallback((notice: NoticeText) => show(notice, false), [show]);
  const { formData, formMethod } = useNavigation();
  const sent = formMethod === "POST" ? formData : undefined;
  useEffect(() => {
    // A success that still stands there beside the refusal of the next form would say two things at once.
    if (sent) setShown((present) => present.filter(({ answer }) => !answer));
  }, [sent]);
  const [seen, setSeen] = useState(fromServer);
  useEffect(() => {
    if (fromServer === seen) return;
    setSeen(fromServer);
    if (fromServer) show(fromServer, true);
  }, [fromServer, seen, show]);
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
