import { createHash } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { beginForwarding, moveForwarder } from "../collector/store-forward.ts";
import { readNode } from "./nodes.ts";
import { listChanges } from "./store.ts";
import { keysOfPath } from "./tree.ts";

/** Timeout of a write to the mirror, in milliseconds. */
const timeoutMs = 10_000;

/** Another database that speaks Firebase's REST protocol. */
export interface Mirror {
  /** Without trailing slash. */
  readonly url: string;
  /** A database secret or a token with full write access. */
  readonly secret: string;
}

/** Prefix of a mirror's mark, which protects pending changes from deletion. */
export const mirrorPrefix = "rtdb-";

/**
 * Mirrors all changes since the last run. Sends the current value at a changed path rather than the written one, so
 * that repeated or late writes are harmless.
 * @throws if the mirror fails; the next run resumes there
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
