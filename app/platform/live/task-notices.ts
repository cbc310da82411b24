import { useEffect } from "react";
import { useConnection } from "./live";

/** Storage key of the user's choice of notices, which only this browser keeps. */
export const KEY = "millrace.task_notices";
/** Event that tells the page about a change of the choice. */
export const CHANGED = "millrace:task-notices";

/** `ask`: no permission was requested yet; `none`: the browser has no notices, or none for pages, as on phones. */
export type Standing = "ask" | "on" | "denied" | "none";

export function standingNow(): Standing {
  if (!("Notification" in window)) return "none";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && localStorage.getItem(KEY) === "1" ? "on" : "ask";
}

/**
 * Shows a notice when a queued task starts and when a task ends, while a page is open and the user has turned notices
 * on (9.11). Loads the script only then.
 */
export function TaskNotices(): null {
  const { connection } = useConnection();
  useEffect(() => {
    if (!connection) return;
    let stop = () => {};
    let turn = 0;
    const look = () => {
      stop();
      stop = () => {};
      turn += 1;
      const ownTurn = turn;
      if (standingNow() !== "on") return;
      void import("./watch-tasks").then(({ watchTasks }) => {
        if (ownTurn === turn) stop = watchTasks(connection);
      });
    };
    look();
    window.addEventListener(CHANGED, look);
    return () => {
      turn += 1;
      stop();
      window.removeEventListener(CHANGED, look);
    };
  }, [connection]);
  return null;
}
