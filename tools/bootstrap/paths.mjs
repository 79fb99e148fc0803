import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The folder of the pinned Node. It has its own lockfile, so that it can be installed first. */
export const nodeHome = join(root, "tools", "node");

export const pinnedNode = join(nodeHome, "node_modules", ".bin", "node");
