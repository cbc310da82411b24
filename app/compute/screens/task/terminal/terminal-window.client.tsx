import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import stylesheet from "@xterm/xterm/css/xterm.css";
import { useEffect, useRef } from "react";
import { openTerminal, type TerminalSocket } from "~/platform/live/terminal-socket";
import { paletteOf } from "./palette";
import { TERMINAL_HEIGHT } from "./terminal-height";
import { pressKey, TerminalKeys } from "./terminal-keys";

const DARK = "(prefers-color-scheme: dark)";
const THEME = "data-theme";
const SCROLLBACK_LINES = 5_000;

interface TerminalWindowProps {
  origin: string;
  team: string;
  resvGuid: string;
  /** Node of the task, from 1. */
  node: number;
  /** True until the terminal has ended. */
  live: boolean;
  /** Reads out every line. */
  screenReader: boolean;
  onOpen: () => void;
  onEnded: (why: string | { exit: number | null }) => void;
}

/** The terminal itself. It lasts as long as its login to the task. */
export default function TerminalWindow(props: TerminalWindowProps) {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Terminal | null>(null);
  const given = useRef(props);
  given.current = props;
  const { screenReader } = props;
  useEffect(() => {
    if (shown.current) shown.current.options.screenReaderMode = screenReader;
  }, [screenReader]);
  useEffect(() => {
    if (!place.current) return;
    const { origin, team, resvGuid, node } = given.current;
    const terminal = new Terminal({
      fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
      fontSize: 13,
      scrollback: SCROLLBACK_LINES,
      minimumContrastRatio: 4.5,
      screenReaderMode: given.current.screenReader,
    });
    const paint = () => {
      const palette = paletteOf(isDark());
      terminal.options.theme = palette;
      if (box.current) box.current.style.background = palette.background ?? "";
    };
    paint();
    shown.current = terminal;
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(place.current);
    fit.fit();
    let socket: TerminalSocket | null = null;
    let closed = false;
    const opening = openTerminal(
      origin,
      { resvGuid, team, node, cols: terminal.cols, rows: terminal.rows },
      {
        onOpen: () => {
          given.current.onOpen();
          terminal.focus();
        },
        onData: (bytes) => new Promise((drawn) => terminal.write(bytes, drawn)),
        onEnded: (why) => {
          terminal.options.disableStdin = true;
          terminal.options.cursorBlink = false;
          given.current.onEnded(why);
        },
      },
    );
    void opening.then((opened) => {
      socket = opened;
      if (closed) opened.close();
    });
    terminal.onData((text) => socket?.type(text));
    terminal.onBinary((text) => socket?.type(text));
    terminal.onResize((size) => socket?.resize(size));
    const resizing = new ResizeObserver(() => fit.fit());
    resizing.observe(place.current);
    const stopTheme = followTheme(paint);
    return () => {
      closed = true;
      resizing.disconnect();
      stopTheme();
      socket?.close();
      terminal.dispose();
      shown.current = null;
    };
  }, []);
  return (
    <>
      <link rel="stylesheet" href={stylesheet} />
      <div ref={box} className={`${TERMINAL_HEIGHT} min-h-32 resize-y overflow-hidden rounded-control border p-2`}>
        <div ref={place} className="h-full w-full" />
      </div>
      {props.live ? <TerminalKeys press={(key) => shown.current && pressKey(shown.current, key)} /> : null}
    </>
  );
}

function isDark(): boolean {
  const chosen = document.documentElement.getAttribute(THEME);
  return chosen === null ? window.matchMedia(DARK).matches : chosen === "dark";
}

function followTheme(change: () => void): () => void {
  const system = window.matchMedia(DARK);
  const chosen = new MutationObserver(change);
  system.addEventListener("change", change);
  chosen.observe(document.documentElement, { attributeFilter: [THEME] });
  return () => {
    system.removeEventListener("change", change);
    chosen.disconnect();
  };
}
