import { afterAll, vi } from "vitest";

// Files may share a process (vitest.config.ts): none knows what the one before it loaded or put in the place of something.
vi.resetModules();
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
