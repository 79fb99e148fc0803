import { createHash } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, DomainError } from "../../../platform/errors.ts";
import { noteClick } from "../reports/visitors.ts";
import { checkWrite, isAdmin } from "./rules.ts";
import { listLeaves, lockTree, measureBelow, moveBelow, noteChange, replaceLeaves } from "./store.ts";
import { compareKeys, keysOfPath, leavesOf, pushId, treeOf } from "./tree.ts";
import type { Leaf } from "./tree.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** Maximum leaves in one response. */
const maxLeaves = 100_000;

/** ETag mismatch; the response contains the current value. */
export class EtagMismatch extends DomainError {
  readonly current: unknown;
  constructor(current: unknown) {
    super("ETAG_MISMATCH", inEnglish("This path was changed since you read it."), { status: 412 });
    this.current = current;
  }
}

const relative = (leaves: readonly Leaf[], path: string): Leaf[] =>
  path === "" ? [...leaves] : leaves.map((leaf) => ({ ...leaf, path: leaf.path.slice(path.length + 1) }));

/** The value at a path; null if there is none. */
export async function readNode(ctx: Pick<Ctx, "db"> | Tx, keys: readonly string[]): Promise<unknown> {
  const path = keys.join("/");
  const leaves = await listLeaves(ctx.db, path);
  if (leaves.length > maxLeaves)
    throw new BadInput("path", inEnglish("Too much data at this path. Request less, or use shallow=true."));
  return treeOf(relative(leaves, path));
}

/** ETag of a value; that of null is Firebase's own. */
export function etagOf(value: unknown): string {
  if (value === null || value === undefined) return "null_etag";
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 27);
}

const ancestorsOf = (keys: readonly string[]) =>
  keys.slice(0, -1).map((_, at) => keys.slice(0, at + 1).join("/"));

/**
 * Resolves server values: the timestamp, or an increment.
 * @throws BadInput for others
 */
async function resolve(tx: Tx, keys: readonly string[], value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (first?.[0] === ".sv" && entries.length === 1) {
    if (first[1] === "timestamp") return tx.clock.now().getTime();
    const by = (first[1] as { increment?: unknown } | null)?.increment;
    if (typeof by !== "number")
      throw new BadInput("data", inEnglish("A server value must be timestamp or increment."));
    const before = await readNode(tx, keys);
    const sum = typeof before === "number" ? before + by : by;
    if (!Number.isFinite(sum))
      throw new BadInput("data", inEnglish("An increment must keep the value within the range of numbers."));
    return sum;
  }
  const resolved: Record<string, unknown> = {};
  for (const [key, child] of entries) resolved[key] = await resolve(tx, [...keys, key], child);
  return resolved;
}

async function put(tx: Tx, keys: readonly string[], value: unknown): Promise<void> {
  const path = keys.join("/");
  const leaves = leavesOf(value, "", keys.length).map((leaf) => ({
    ...leaf,
    path: [path, leaf.path].filter(Boolean).join("/"),
  }));
  if (leaves.some((leaf) => leaf.path === ""))
    throw new BadInput("data", inEnglish("The root must be an object."));
  await replaceLeaves(tx.db, path, ancestorsOf(keys), leaves);
}

/**
 * Checks a change by the rules.
 * @returns whether the value is unchanged
 * @throws PermissionDenied
 */
async function checkChange(tx: Tx, keys: readonly string[], value: unknown): Promise<boolean> {
  if (isAdmin(tx)) return false;
  const before = await readNode(tx, keys);
  checkWrite(tx, keys, before, value);
  return before !== null;
}

/** Maximum size of one person's record, against use as storage: values, and their bytes including paths. */
const maxRecordBytes = { leaves: 2_000, bytes: 512 * 1024 };

/** @throws BadInput if a person's record exceeds its maximum size */
async function checkRecord(tx: Tx, [root, personId]: readonly string[]): Promise<void> {
  if (root !== "subscriptions" || !personId) return;
  const { leaves, bytes } = await measureBelow(tx.db, recordOf(personId).join("/"));
  if (leaves > maxRecordBytes.leaves || bytes > maxRecordBytes.bytes)
    throw new BadInput("data", inEnglish("This record is full."));
}

/**
 * Writes a value at a path; null deletes. `ifMatch`: only if the current value has this ETag.
 * @returns the written value
 * @throws EtagMismatch, PermissionDenied, BadInput
 */
export function writeNode(
  ctx: Ctx,
  keys: readonly string[],
  given: unknown,
  ifMatch: string | null,
): Promise<unknown> {
  return ctx.transact(async (tx) => {
    await lockTree(tx.db, keys);
    if (ifMatch !== null) {
      const current = await readNode(tx, keys);
      if (etagOf(current) !== ifMatch) throw new EtagMismatch(current);
    }
    const value = await resolve(tx, keys, given);
    const isRepeated = await checkChange(tx, keys, value);
    if (isRepeated) return value;
    await put(tx, keys, value);
    if (value !== null) await checkRecord(tx, keys);
    await noteChange(tx.db, { path: keys.join("/"), kind: "put", data: value });
    const [root, personId, list, , ...deeper] = keys;
    if (root === "subscriptions" && personId && list && deeper.length === 0)
      await noteClick(tx, personId, list, value);
    return value;
  });
}

/**
 * Writes each child of `value` at its own path, which may have several keys; other children stay.
 * @returns the written value
 * @throws PermissionDenied, BadInput
 */
export async function patchNode(ctx: Ctx, keys: readonly string[], value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new BadInput("data", inEnglish("PATCH requires an object."));
  const changes = Object.entries(value).map(
    ([path, child]) => [path, [...keys, ...keysOfPath(path)], child] as const,
  );
  const paths = changes.map(([, at]) => `${at.join("/")}/`).toSorted();
  if (paths.some((path, at) => at > 0 && path.startsWith(paths[at - 1]!)))
    throw new BadInput("data", inEnglish("The paths of a PATCH can’t contain one another."));
  return ctx.transact(async (tx) => {
    await lockTree(tx.db, keys);
    const data: Record<string, unknown> = {};
    for (const [path, at, child] of changes) {
      data[path] = await resolve(tx, at, child);
      if (!(await checkChange(tx, at, data[path]))) await put(tx, at, data[path]);
    }
    await checkRecord(tx, keys);
    await noteChange(tx.db, { path: keys.join("/"), kind: "patch", data });
    return data;
  });
}

/**
 * Adds a child under a push id.
 * @returns the id
 */
export async function pushNode(ctx: Ctx, keys: readonly string[], value: unknown): Promise<string> {
  const name = pushId(ctx.clock.now());
  await writeNode(ctx, [...keys, name], value, null);
  return name;
}

/** The keys of a value, each with true; a scalar unchanged. */
export function shallow(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, true]));
}

const recordOf = (personId: string) => ["subscriptions", personId];

/** Transfers the content of one person's record to another's, which keeps its own values. */
export async function mergeRecords(tx: Tx, people: { from: string; into: string }): Promise<void> {
  const [from, into] = [recordOf(people.from), recordOf(people.into)];
  // Locks in a fixed order, so that two crosswise merges don't deadlock.
  for (const keys of [from, into].toSorted((a, b) => compareKeys(a[1]!, b[1]!))) await lockTree(tx.db, keys);
  await moveBelow(tx.db, from.join("/"), into.join("/"));
  await noteChange(tx.db, { path: from.join("/"), kind: "put", data: null });
  await noteChange(tx.db, { path: into.join("/"), kind: "put", data: await readNode(tx, into) });
}

/** Deletes a person's record. Does nothing if there is none. */
export async function removeRecord(tx: Tx, personId: string): Promise<void> {
  const keys = recordOf(personId);
  await lockTree(tx.db, keys);
  await put(tx, keys, null);
  await noteChange(tx.db, { path: keys.join("/"), kind: "put", data: null });
}
