import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect` in the browser. On the server no effect runs, and React warns of `useLayoutEffect` in development. */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
