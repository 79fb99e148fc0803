import { createHash } from "node:crypto";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, DomainError } from "../../../platform/errors.ts";
import { noteClick } from "../reports/visitors.ts";
import { listLeaves, lockTree, moveBelow, noteChange, replaceLeaves } from "./store.ts";
import { compareKeys, keysOfPath, leavesOf, pushId, treeOf } from "./tree.ts";
import type { Leaf } from "./tree.ts";

/** The most leaves that one answer may hold. */
const mostLeaves = 100_000;

/** What is there isn't what the writer believed: it comes with the answer. */
export class EtagMismatch extends DomainError {
  readonly current: unknown;
  constructor(current: unknown) {
    super("ETAG_MISMATCH", "Something else has been written here meanwhile.", { status: 412 });
    this.current = current;
  }
}

/** The rules: a person's own record under `subscriptions/{uid}` is theirs to read and write; an admin reads and writes all. */
export function mayTouch(ctx: Ctx, keys: readonly string[]): boolean {
  if (!ctx.viewer) return false;
  if (ctx.viewer.role === "admin") return true;
  return keys[0] === "subscriptions" && keys[1] === ctx.viewer.accountId;
}

const relative = (leaves: readonly Leaf[], path: string): Leaf[] =>
  path === "" ? [...leaves] : leaves.map((leaf) => ({ ...leaf, path: leaf.path.slice(path.length + 1) }));

/** The value at a path; null where nothing is. */
export async function readNode(ctx: Pick<Ctx, "db"> | Tx, keys: readonly string[]): Promise<unknown> {
  const path = keys.join("/");
  const leaves = await listLeaves(ctx.db, path);
  if (leaves.length > mostLeaves)
    throw new BadInput("path", "There is too much below this path: ask for less, or with shallow=true.");
  return treeOf(relative(leaves, path));
}

/** A quoted tag that changes with the value. */
export function etagOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value ?? null))
    .digest("base64url")
    .slice(0, 27);
}

const ancestorsOf = (keys: readonly string[]) =>
  keys.slice(0, -1).map((_, at) => keys.slice(0, at + 1).join("/"));

async function put(tx: Tx, keys: readonly string[], value: unknown): Promise<void> {
  const path = keys.join("/");
  const leaves = leavesOf(value).map((leaf) => ({
    ...leaf,
    path: [path, leaf.path].filter(Boolean).join("/"),
  }));
  if (leaves.some((leaf) => leaf.path === "")) throw new BadInput("data", "The root holds an object.");
  await replaceLeaves(tx.db, path, ancestorsOf(keys), leaves);
}

/** Puts a value at a path; null removes. `ifMatch`: only when what is there has this tag. @throws EtagMismatch, BadInput */
export async function writeNode(
  ctx: Ctx,
  keys: readonly string[],
  value: unknown,
  ifMatch: string | null,
): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockTree(tx.db, keys);
    if (ifMatch !== null) {
      const current = await readNode(tx, keys);
      if (etagOf(current) !== ifMatch) throw new EtagMismatch(current);
    }
    await put(tx, keys, value);
    await noteChange(tx.db, { path: keys.join("/"), kind: "put", data: value });
    const [root, personId, list, , ...deeper] = keys;
    if (root === "subscriptions" && personId && list && deeper.length === 0)
      await noteClick(tx, personId, list, value);
  });
}

/** Puts each child of `value` at its own path, which may have several keys; the others stay. @throws BadInput */
export async function patchNode(ctx: Ctx, keys: readonly string[], value: unknown): Promise<void> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new BadInput("data", "PATCH takes an object.");
  const changes = Object.entries(value).map(
    ([path, child]) => [[...keys, ...keysOfPath(path)], child] as const,
  );
  await ctx.transact(async (tx) => {
    await lockTree(tx.db, keys);
    for (const [path, child] of changes) await put(tx, path, child);
    await noteChange(tx.db, { path: keys.join("/"), kind: "patch", data: value });
  });
}

/** Adds a child under a name that sorts by time. @returns the name */
export async function pushNode(ctx: Ctx, keys: readonly string[], value: unknown): Promise<string> {
  const name = pushId(ctx.clock.now());
  await writeNode(ctx, [...keys, name], value, null);
  return name;
}

/** What narrows a list of children, as the query string says it. */
export interface Narrowing {
  readonly limitToFirst: number | null;
  readonly limitToLast: number | null;
  readonly startAt: string | null;
  readonly endAt: string | null;
}

/** The children of a value in the order of their keys, as far as they are asked for. */
export function narrow(value: unknown, { limitToFirst, limitToLast, startAt, endAt }: Narrowing): unknown {
  if (typeof value !== "object" || value === null) return null;
  let entries = Object.entries(value).toSorted(([a], [b]) => compareKeys(a, b));
  if (startAt !== null) entries = entries.filter(([key]) => compareKeys(key, startAt) >= 0);
  if (endAt !== null) entries = entries.filter(([key]) => compareKeys(key, endAt) <= 0);
  if (limitToFirst !== null) entries = entries.slice(0, limitToFirst);
  if (limitToLast !== null) entries = entries.slice(-limitToLast);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** The keys below a value, each true; a scalar itself. */
export function shallow(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).map((key) => [key, true]));
}

const recordOf = (personId: string) => ["subscriptions", personId];

/** Gives the clicks and whatever else one person's record holds to another's; what that one holds already stays. */
export async function mergeRecords(tx: Tx, people: { from: string; into: string }): Promise<void> {
  const [from, into] = [recordOf(people.from), recordOf(people.into)];
  // In one order, so that two who merge crosswise don't wait for each other.
  for (const keys of [from, into].toSorted((a, b) => compareKeys(a[1]!, b[1]!))) await lockTree(tx.db, keys);
  await moveBelow(tx.db, from.join("/"), into.join("/"));
  await noteChange(tx.db, { path: from.join("/"), kind: "put", data: null });
  await noteChange(tx.db, { path: into.join("/"), kind: "put", data: await readNode(tx, into) });
}

/** Forgets a person's record. Harmless when there is none. */
export async function removeRecord(tx: Tx, personId: string): Promise<void> {
  const keys = recordOf(personId);
  await lockTree(tx.db, keys);
  await put(tx, keys, null);
  await noteChange(tx.db, { path: keys.join("/"), kind: "put", data: null });
}
