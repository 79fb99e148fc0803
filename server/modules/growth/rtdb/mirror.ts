import { createHash } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { beginForwarding, moveForwarder } from "../collector/store-forward.ts";
import { readNode } from "./nodes.ts";
import { listChanges } from "./store.ts";
import { keysOfPath } from "./tree.ts";

/** How long a write may take there, in milliseconds. */
const timeoutMs = 10_000;

/** Another database that speaks Firebase's REST protocol. */
export interface Mirror {
  /** Without a slash at the end. */
  readonly url: string;
  /** A database secret or a token that may write everything. */
  readonly secret: string;
}

/** What a mirror's mark begins with, so that changes that it hasn't been told of are kept. */
export const mirrorPrefix = "rtdb-";

/**
 * Tells another database of everything that has changed since it was told last. It is told what is at a path now, not what was written, so that
 * telling twice or late changes nothing. @throws when it doesn't take it: the next run goes on from there
 */
export async function mirrorChanges(ctx: Ctx, mirror: Mirror, signal: AbortSignal): Promise<void> {
  const id = mirrorPrefix + createHash("sha256").update(mirror.url).digest("hex").slice(0, 16);
  let mark = await beginForwarding(ctx.db, id);
  while (!signal.aborted) {
    const { changes, end } = await listChanges(ctx.db, { xact: mark.xact, id: String(mark.seq) });
    const paths = new Set(
      changes.flatMap(({ path, kind, data }) =>
        kind === "patch"
          ? Object.keys(data as object).map((key) => [path, ...keysOfPath(key)].filter(Boolean).join("/"))
          : [path],
      ),
    );
    for (const path of paths) await write(ctx, mirror, path, signal);
    mark = { xact: end.xact, seq: Number(end.id) };
    await moveForwarder(ctx.db, id, mark, ctx.clock.now());
    if (changes.length === 0) return;
  }
}

async function write(ctx: Ctx, { url, secret }: Mirror, path: string, signal: AbortSignal): Promise<void> {
  const keys = path.split("/").filter(Boolean);
  const address = [url, ...keys.map((key) => encodeURIComponent(key))].join("/");
  const response = await fetch(`${address}.json?print=silent&auth=${encodeURIComponent(secret)}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify((await readNode(ctx, keys)) ?? null),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    redirect: "error",
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The other realtime database answered ${response.status}`);
}
