import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The folder of the Node that the project pins, with a lockfile of its own so that it is there before anything else. */
export const nodeHome = join(root, "tools", "node");

export const pinnedNode = join(nodeHome, "node_modules", ".bin", "node");
