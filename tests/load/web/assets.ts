import { readdirSync } from "node:fs";
import { figure, heading } from "../report";
import { fetchHtml } from "./first-byte";

/** Whether what browsers load is compressed, and how long they may keep it. */
export async function benchAssets(origin: string): Promise<void> {
  heading("How it is sent");
  const script = readdirSync("public/build").find((name) => /^entry\.client-.*\.js$/.test(name));
  for (const path of ["/", "/v1/free", ...(script ? [`/build/${script}`] : [])]) {
    const { encoding, headers } = await fetchHtml(origin + path, null);
    figure(path.replace(/-[A-Z0-9]{8}/, "-…"), encoding, String(headers["cache-control"]));
  }
}
