import type { HeadersFunction } from "@remix-run/node";

/** `headers` of a screen whose form can be refused with 429: Retry-After reaches the browser with the page (0.4). */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
