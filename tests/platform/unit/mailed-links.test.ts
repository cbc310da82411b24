import { readFileSync } from "node:fs";
import { matchPath } from "@remix-run/react";
import { expect, test } from "vitest";
import { screens } from "~/routes.js";
import { sourceFiles } from "../../support/source";

const LINK = /ownUrl\(["`](\/[^"`]*)["`]\)/g;

test("links that are mailed lead to screens: a JSON path answers 401 to who is logged out, a screen leads to the login", () => {
  const wrong = sourceFiles()
    .filter((file) => file.startsWith("app/"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(LINK)].flatMap(([, link = ""]) => {
        const path = link.replace(/\$\{[^}]*\}/g, "x").replace(/[?#].*$/, "");
        return screens.some(({ url }) => url !== "/*" && matchPath(url, path)) ? [] : [`${file}: ${link}`];
      }),
    );
  expect(wrong).toEqual([]);
});
