import type { ITheme } from "@xterm/xterm";

/**
 * Sixteen colours that can be read on their background: each has a contrast of at least 4.5, except black and white.
 */
const DARK: ITheme = {
  ...{ background: "#15181d", foreground: "#e6e8eb", cursor: "#e6e8eb", selectionBackground: "#3a4657" },
  ...{ black: "#3b424d", red: "#ff7b72", green: "#56d364", yellow: "#e3b341", blue: "#79b8ff", magenta: "#d2a8ff" },
  ...{ cyan: "#56d4dd", white: "#c9d1d9", brightBlack: "#8b949e", brightRed: "#ffa198", brightGreen: "#7ee787" },
  ...{
    brightYellow: "#f2cc60",
    brightBlue: "#a5d6ff",
    brightMagenta: "#e2c5ff",
    brightCyan: "#8ae9f0",
    brightWhite: "#ffffff",
  },
};
const LIGHT: ITheme = {
  ...{ background: "#fbfbfa", foreground: "#1f2328", cursor: "#1f2328", selectionBackground: "#c8dcf5" },
  ...{ black: "#1f2328", red: "#b5212d", green: "#116329", yellow: "#7a4e00", blue: "#0550ae", magenta: "#7a35c4" },
  ...{ cyan: "#0f6673", white: "#59636e", brightBlack: "#57606a", brightRed: "#a40e26", brightGreen: "#1a6b33" },
  ...{
    brightYellow: "#633c01",
    brightBlue: "#0a4d9c",
    brightMagenta: "#6f2dbd",
    brightCyan: "#1b6b76",
    brightWhite: "#424a53",
  },
};

/** The terminal's colours as the page is drawn now. */
export function paletteOf(isDark: boolean): ITheme {
  return isDark ? DARK : LIGHT;
}
