import { spawn } from "node:child_process";
import type { CliEnv } from "../env";

/** Opens a page in the user's browser; returns whether a browser started. */
export async function openBrowser(url: string, { browser, remoteShell }: CliEnv): Promise<boolean> {
  // Any other text could be an option or a program to the opener.
  if (!/^https?:\/\//i.test(url)) return false;
  if (remoteShell && !browser) return false;
  const [program = "", ...args] = browser ? [browser] : opener();
  return await new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

function opener(): string[] {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}
