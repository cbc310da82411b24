import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { root } from "../settings";

/** An editor writes a file in several steps, and a save of all affects many. */
const SETTLED_AFTER_MS = 40;
/** Generated files, and files that editors and git leave for a moment. */
const IGNORED = /(^|\/)(generated\/|node_modules\/|\.|4913$)|~$/;

/** Reports changed files of these folders, by their paths from the root, once no more arrive for a short while. */
export function watchFolders(folders: string[], changed: (paths: string[]) => void): () => void {
  const paths = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    const all = [...paths].sort();
    paths.clear();
    changed(all);
  };
  const note = (path: string) => {
    if (IGNORED.test(path)) return;
    paths.add(path);
    clearTimeout(timer);
    timer = setTimeout(tell, SETTLED_AFTER_MS);
  };
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => name !== null && note(`${folder}/${name}`)),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
