import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formatDate } from "~/platform/ui/format";
import { Time } from "~/platform/ui/time";

const AT = Date.UTC(2024, 0, 31, 11, 20, 4) / 1000;

test("every time shows its second on hover, also without the script", () => {
  const full = 'title="31.01.2024 11:20:04 UTC"';
  expect(renderToStaticMarkup(<Time epochSeconds={AT} />)).toBe(
    `<time dateTime="2024-01-31T11:20:04.000Z" ${full}>31.01.2024 11:20</time>`,
  );
  expect(renderToStaticMarkup(<Time epochSeconds={AT} format={formatDate} />)).toContain(`${full}>31.01.2024<`);
});

test("a time counted by UTC days, or promised in a sentence, shows that", () => {
  expect(renderToStaticMarkup(<Time epochSeconds={AT} zoned />)).toContain(">31.01.2024 11:20 UTC<");
  expect(renderToStaticMarkup(<Time epochSeconds={AT} utc />)).toContain(">31.01.2024 11:20<");
});
