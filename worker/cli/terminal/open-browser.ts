import { spawn } from "node:child_process";
import type { CliEnv } from "../env";

/** Opens a page in the person's browser, if there is one to open; whether it did. */
export async function openBrowser(url: string, { browser, remoteShell }: CliEnv): Promise<boolean> {
  // Anything else could be an option or a program to the one that opens it.
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
