import type { Add } from "../context";
import { openBrowser } from "../terminal/open-browser";

export const topUp: Add = (program, act) => {
  program
    .command("top-up")
    .description("Open the page to add funds")
    .option("--print", "print its address instead")
    .action(
      act(async ({ env, out, login }, { print = false }: { print?: boolean }) => {
        const url = `${login().url}/billing/add-funds`;
        const opened = !print && out.isWatched && (await openBrowser(url, env));
        out.result({ url, opened }, () => out.line(url));
        if (opened) out.note("Opened in your browser.");
      }),
    );
};
