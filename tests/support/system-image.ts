import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const PROGRAMS = [
  ...["bash", "sh", "cat", "ls", "sleep", "id", "head", "tail", "sha256sum", "mkdir", "rm", "env", "setsid", "stat"],
  ...["touch", "kill", "df", "mknod", "mount", "wc", "seq", "true", "chmod", "readlink", "unshare", "grep", "nohup"],
  ...["mv", "dirname", "sort", "timeout", "setpriv", "ldd"],
];

/**
 * A small system as an image's layer, made of this machine's own programs: a shell, and no SSH server. It has the
 * libraries of that program as well.
 */
export function systemImage(program?: string): Buffer {
  return tarOf((root) => {
    for (const name of ["bin", "sbin", "lib", "lib64"]) {
      mkdirSync(join(root, "usr", name), { recursive: true });
      symlinkSync(`usr/${name}`, join(root, name));
    }
    const programs = PROGRAMS.map((name) =>
      execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim(),
    );
    const files = programs.filter((path) => path.startsWith("/")).flatMap(withLibraries);
    const more = program ? withLibraries(program).slice(1) : [];
    for (const file of new Set([...files, ...more])) copy(file, root);
    for (const name of ["etc", "root", "tmp", "proc", "sys", "dev", "run"])
      mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/bash\n");
    writeFileSync(join(root, "etc/group"), "root:x:0:\n");
    writeFileSync(join(root, "etc/os-release"), 'ID=small\nPRETTY_NAME="A small system"\n');
  });
}

/** An image without a C library and without a shell. */
export function bareImage(): Buffer {
  return tarOf((root) => {
    mkdirSync(join(root, "data"));
    writeFileSync(join(root, "data/file"), Buffer.alloc(100_000, 1));
  });
}

function tarOf(fill: (root: string) => void): Buffer {
  const root = mkdtempSync(join(tmpdir(), "millrace-image-"));
  try {
    fill(root);
    return execFileSync("tar", ["-C", root, "--owner=0", "--group=0", "--mode=u=rwX,go=rX", "-cf", "-", "."], {
      maxBuffer: 500_000_000,
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}

function withLibraries(program: string): string[] {
  const said = execFileSync("sh", ["-c", `ldd ${program} || true`], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return [program, ...[...said.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path)];
}

/** Copies a file below `usr`, where the root's links point. */
function copy(file: string, root: string): void {
  const place = file.startsWith("/usr/") ? file : `/usr${file}`;
  const to = join(root, place);
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(realpathSync(file), to);
}
