import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright";

/** The preview picture of links to Millrace: 1200 × 630, as sites that show it require. */
const SIZE = { width: 1200, height: 630 };

/** The picture as PNG, drawn with the logo and the typeface of the pages. */
export async function socialPicture(browser: Browser, mark: string): Promise<Buffer> {
  const font = await readFile(
    join(import.meta.dirname, "../../app/platform/styles/typeface/instrument-sans-latin.woff2"),
  );
  const page = await browser.newPage({ viewport: SIZE });
  await page.setContent(`<!doctype html><style>
    @font-face { font-family: face; src: url(data:font/woff2;base64,${font.toString("base64")}); font-weight: 400 700 }
    body { margin: 0; height: 630px; box-sizing: border-box; padding: 76px 84px; background: #0a1315; color: #e7f0ef;
      font-family: face; position: relative; overflow: hidden }
    svg { display: block }
    .name { display: flex; align-items: center; gap: 20px; font-size: 40px; font-weight: 650; letter-spacing: -.02em }
    .name svg { width: 64px; height: 64px }
    h1 { margin: 88px 0 20px; font-size: 92px; line-height: 1; letter-spacing: -.035em; font-weight: 600 }
    p { margin: 0; font-size: 34px; color: #98afb2; word-spacing: .06em }
    .wheel { position: absolute; right: -150px; bottom: -170px; opacity: .2 }
    .wheel svg { width: 640px; height: 640px }
  </style><div class="name">${mark}Millrace</div><h1>GPU machines,<br>by the second.</h1>
  <p>1 to 64 GPUs, root by SSH, charged while your task runs.</p>
  <div class="wheel">${mark.replace(/<rect[^>]*>/, "")}</div>`);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  await page.close();
  return png;
}
