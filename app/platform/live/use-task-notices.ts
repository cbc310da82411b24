import { useEffect, useState } from "react";
import { CHANGED, KEY, type Standing, standingNow } from "./task-notices";

/**
 * Returns whether this browser shows notices of tasks, and functions to change that. Only `turnOn` requests permission.
 */
export function useTaskNotices(): { standing: Standing; turnOn: () => Promise<void>; turnOff: () => void } {
  const [standing, setStanding] = useState<Standing>("ask");
  useEffect(() => setStanding(standingNow()), []);
  const turn = () => {
    setStanding(standingNow());
    window.dispatchEvent(new Event(CHANGED));
  };
  const turnOn = async () => {
    if ((await Notification.requestPermission()) === "granted") {
      const { showExample } = await import("./watch-tasks");
      if (!showExample()) return setStanding("none");
      localStorage.setItem(KEY, "1");
    }
    turn();
  };
  const turnOff = () => {
    localStorage.removeItem(KEY);
    turn();
  };
  return { standing, turnOn, turnOff };
}
