import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect`, which React warns of in development wherever a server renders it; there no effect runs at all. */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
