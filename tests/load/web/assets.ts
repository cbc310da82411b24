import { readdirSync, statSync } from "node:fs";
import { figure, heading } from "../report";
import { fetchHtml } from "./first-byte";

/** Checks whether the files for browsers are compressed, and how long browsers may keep them. */
export async function benchAssets(origin: string): Promise<void> {
  heading("How it is sent");
  for (const path of ["/", "/v1/free", ...["_shared", "_assets"].map(largestIn)]) {
    const { encoding, sentBytes, headers } = await fetchHtml(origin + path, null);
    figure(path, `${encoding}, ${(sentBytes / 1024).toFixed(1)} KB`);
    console.log(`    Cache-Control: ${String(headers["cache-control"])}`);
  }
}

function largestIn(folder: string): string {
  const dir = `public/build/${folder}`;
  const bySize = readdirSync(dir)
    .filter((name) => /\.(js|css)$/.test(name))
    .sort((a, b) => statSync(`${dir}/${b}`).size - statSync(`${dir}/${a}`).size);
  return `/build/${folder}/${bySize[0] ?? ""}`;
}
