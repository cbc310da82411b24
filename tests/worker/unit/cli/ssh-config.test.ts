import { lstatSync, mkdirSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CliEnv } from "../../../../worker/cli/env";
import { hasInclude, withInclude, withoutInclude } from "../../../../worker/cli/ssh/include-line";
import { changeUserConfig, isIncluded } from "../../../../worker/cli/ssh/user-config";

const PATTERN = "/home/a b/.config/millrace/ssh/*.conf";

describe("the line in ~/.ssh/config", () => {
  test("is before every host, once, and leaves every other byte unchanged", () => {
    const own = "# mine\nHost work\n\tUser me\n";
    const once = withInclude(own, PATTERN);
    expect(once).toMatch(/^# .*\nInclude "\/home\/a b\/\.config\/millrace\/ssh\/\*\.conf"\n\n# mine\n/);
    expect(once.endsWith(own)).toBe(true);
    expect(withInclude(once, PATTERN)).toBe(once);
    expect(withoutInclude(once, PATTERN)).toBe(own);
  });

  test("is added to and removed from any file without a trace", () => {
    const part = fc.constantFrom("Host a", "Match all", "Include other", "\n", "\r\n", " ", "\t", "User é\u00ff", "#");
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
        const own = parts.join("");
        const added = withInclude(own, PATTERN);
        expect(added.endsWith(own)).toBe(true);
        expect(hasInclude(added, PATTERN)).toBe(true);
        expect(withInclude(added, PATTERN)).toBe(added);
        expect(withoutInclude(added, PATTERN)).toBe(own);
      }),
    );
  });

  test("within a Host block it would apply to that host only, so it does not count", () => {
    const inside = `Host work\n  Include "${PATTERN}"\n`;
    expect(hasInclude(inside, PATTERN)).toBe(false);
    expect(withInclude(inside, PATTERN).endsWith(inside)).toBe(true);
  });

  test("keeps the line ends of the file", () => {
    expect(withInclude("Host a\r\n", PATTERN).replaceAll("\r\n", "")).not.toContain("\n");
  });
});

describe("the file", () => {
  function home(): CliEnv {
    const folder = mkdtempSync(join(tmpdir(), "cli-ssh-é-"));
    return { home: folder, folder: join(folder, ".config/millrace") } as CliEnv;
  }
  const fileOf = (env: CliEnv) => join(env.home, ".ssh/config");

  test("is created if it is missing, for its owner only", () => {
    const env = home();
    expect(changeUserConfig(env, "add")).toBe(true);
    expect(statSync(fileOf(env)).mode & 0o777).toBe(0o600);
    expect(statSync(join(env.home, ".ssh")).mode & 0o777).toBe(0o700);
    expect(readFileSync(fileOf(env), "utf8")).toContain(`Include ${env.folder}/ssh/*.conf\n`);
    expect(isIncluded(env)).toBe(true);
    expect(changeUserConfig(env, "add")).toBe(false);
  });

  test("keeps its mode, its odd bytes, and the link to its real place", () => {
    const env = home();
    mkdirSync(join(env.home, ".ssh"));
    const real = join(env.home, "dotfiles-config");
    const bytes = Buffer.from([0x23, 0xff, 0xfe, 0x0a, 0x48, 0x6f, 0x73, 0x74, 0x20, 0xe9]);
    writeFileSync(real, bytes, { mode: 0o640 });
    symlinkSync(real, fileOf(env));
    changeUserConfig(env, "add");
    expect(lstatSync(fileOf(env)).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(readFileSync(real).subarray(-bytes.length)).toEqual(bytes);
    expect(changeUserConfig(env, "remove")).toBe(true);
    expect(readFileSync(real)).toEqual(bytes);
  });
});
