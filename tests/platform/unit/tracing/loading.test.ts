import { expect, test } from "vitest";
import { startBun } from "../../../support/bun-program";
import { imports, sourceFiles } from "../../../support/source";

const DATABASE_URL = "postgres://nowhere";

test("only one file loads OpenTelemetry, and late: a static import would be at the top of web's build", () => {
  const early = sourceFiles().flatMap((file) =>
    imports(file)
      .filter(
        ({ to, typeOnly, late }) => /^@opentelemetry\/|platform\/tracing\/sdk\.server/.test(to) && !typeOnly && !late,
      )
      .map(({ to }) => `${file} imports ${to}`),
  );
  expect(early).toEqual([]);
  const late = sourceFiles().filter((file) =>
    imports(file).some(({ to, late: is }) => is && to.startsWith("@opentelemetry/")),
  );
  expect(late).toEqual(["app/platform/tracing/sdk.server.ts"]);
});

// prom-client loads the API, in which nothing happens without an SDK.
test("without a collector web, worker and agent load no SDK", async () => {
  const { line, gone } = startBun("tests/support/programs/loaded-packages.ts", { env: { DATABASE_URL } });
  expect(await line(/^loaded/)).toBe("loaded: api");
  await gone;
});

test("with one they do, so the test above can fail", async () => {
  const env = { DATABASE_URL, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };
  const { line, gone } = startBun("tests/support/programs/loaded-packages.ts", { env });
  expect(await line(/^loaded/)).toContain("sdk-trace-base");
  await gone;
});
