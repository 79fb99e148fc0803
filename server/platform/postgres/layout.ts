import { createHash } from "node:crypto";
import { chmodSync, chownSync, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PostgresFault } from "./fault.ts";

/** UID of `nobody` on every Linux. PostgreSQL refuses to run as root. */
const nobodyId = 65534;
/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, including the terminating zero. */
const maxSocketPathLength = process.platform === "darwin" ? 103 : 107;

/** Paths of one embedded PostgreSQL. */
export type Layout = {
  /** Parent folder: `DATA_DIR/postgres`. */
  home: string;
  /** The cluster itself (PGDATA). */
  cluster: string;
  /** PostgreSQL's log file. */
  logFile: string;
  /** Locked by the one keeper that may access the cluster. */
  lockFile: string;
  /** Folder of the sockets; in the system's temporary folder if this path is too long for a socket. */
  sockets: string;
  /** The keeper's socket. */
  keeperSocket: string;
  /** The user that PostgreSQL runs as, if it differs from ours. */
  user?: { uid: number; gid: number };
};

/** Creates the folders and determines all paths. Throws errors of the file system. */
export function prepareLayout(dataDir: string): Layout {
  const wanted = join(resolve(dataDir), "postgres");
  mkdirSync(wanted, { recursive: true, mode: 0o755 });
  const home = realpathSync(wanted);
  const cluster = join(home, "cluster");
  const user = process.getuid?.() === 0 ? ownerOf(cluster) : undefined;
  // PostgreSQL's user has to traverse this folder to its cluster.
  if (user) chmodSync(home, 0o711);
  const sockets = prepareSockets(home, user);
  return {
    home,
    cluster,
    logFile: join(home, "postgres.log"),
    lockFile: join(home, "keeper.lock"),
    sockets,
    keeperSocket: join(sockets, "keeper.sock"),
    ...(user ? { user } : {}),
  };
}

/** A cluster that a non-root user created keeps its owner when root runs it. */
function ownerOf(cluster: string) {
  const made = statSync(cluster, { throwIfNoEntry: false });
  return made && made.uid !== 0 ? { uid: made.uid, gid: made.gid } : { uid: nobodyId, gid: nobodyId };
}

function prepareSockets(home: string, user: Layout["user"]): string {
  const near = join(home, "run");
  const fits = Buffer.byteLength(join(near, ".s.PGSQL.5432")) <= maxSocketPathLength;
  const name = createHash("sha256").update(home).digest("hex").slice(0, 12);
  const sockets = fits ? near : join(realpathSync(tmpdir()), `eightcount-${process.getuid?.() ?? 0}-${name}`);
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  const found = lstatSync(sockets);
  const owner = user?.uid ?? process.getuid?.();
  // In a shared temporary folder another user may have created something of that name first.
  if (!found.isDirectory() || (found.uid !== process.getuid?.() && found.uid !== owner)) {
    throw new PostgresFault(
      "POSTGRES_NO_PERMISSION",
      `${sockets} belongs to another user. Remove it, or set DATA_DIR to a directory with a shorter path.`,
    );
  }
  chmodSync(sockets, 0o700);
  if (user) chownSync(sockets, user.uid, user.gid);
  return sockets;
}
