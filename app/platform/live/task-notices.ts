import { useEffect } from "react";
import { useConnection } from "./live";

/** The key of the user's wish for notices, which this browser alone keeps. */
export const KEY = "millrace.task_notices";
/** Heard by the page where that changes. */
export const CHANGED = "millrace:task-notices";

/** `ask`: nobody asked yet; `none`: the browser has no notices, or none that a page may show, as on phones. */
export type Standing = "ask" | "on" | "denied" | "none";

export function standingNow(): Standing {
  if (!("Notification" in window)) return "none";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && localStorage.getItem(KEY) === "1" ? "on" : "ask";
}

/**
 * Shows a notice when a queued task runs and when a task ends, while a page is open and somebody asked for it (9.11). Only
 * then the script for it is loaded.
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
      const mine = turn;
      if (standingNow() !== "on") return;
      void import("./watch-tasks").then(({ watchTasks }) => {
        if (mine === turn) stop = watchTasks(connection);
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
