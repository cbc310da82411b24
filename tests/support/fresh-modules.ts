import { afterAll, vi } from "vitest";

// Files may share a process (vitest.config.ts): none of them sees the modules or replacements of the one before.
vi.resetModules();
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
