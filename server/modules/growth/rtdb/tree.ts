import { BadInput } from "../../../platform/errors.ts";

/** A JSON value as the Firebase Realtime Database keeps it: no null inside, arrays as objects by index. */
export type Tree = string | number | boolean | null | { readonly [key: string]: Tree };

/** A leaf by the path that leads to it from the node at hand: "" is the node itself. */
export interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean;
}

// Firebase's own limits: https://firebase.google.com/docs/database/usage/limits
export const maxDepth = 32;
const longestKey = 768;
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const forbidden = /[.$#[\]/\u0000-\u001f\u007f]/;

/** The keys of a path as it stands in a URL, such as `subscriptions/ana.json`; each key is unescaped once. @throws BadInput for a key that none may have */
export function keysOfAddress(path: string): string[] {
  let parts: string[];
  try {
    parts = path
      .replace(/\.json$/, "")
      .split("/")
      .map((key) => decodeURIComponent(key));
  } catch {
    throw new BadInput("path", "The path holds a broken escape.");
  }
  return checkKeys(parts);
}

/** The keys of a path as data holds it, such as `facebookClicks/-Oa1`: nothing in it is an escape. @throws BadInput */
export function keysOfPath(path: string): string[] {
  return checkKeys(path.split("/"));
}

function checkKeys(parts: readonly string[]): string[] {
  const keys = parts.filter(Boolean);
  if (keys.length > maxDepth) throw new BadInput("path", `A path has at most ${maxDepth} keys.`);
  for (const key of keys) checkKey(key);
  return keys;
}

function checkKey(key: string): void {
  if (key === "" || forbidden.test(key) || Buffer.byteLength(key) > longestKey)
    throw new BadInput("path", "Keys are not empty and hold none of . $ # [ ] / and no control characters.");
}

/** The leaves of a value; null and empty objects have none. @param depth how many keys lead to the value @throws BadInput for keys that none may have, and for too much depth */
export function leavesOf(value: unknown, path = "", depth = 0): Leaf[] {
  if (depth > maxDepth) throw new BadInput("data", `Data is at most ${maxDepth} keys deep.`);
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") {
    // JSON can write numbers that are beyond the largest one.
    if (typeof value === "number" && !Number.isFinite(value))
      throw new BadInput("data", "Numbers stay within the range of 64-bit floating point.");
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      return [{ path, value }];
    throw new BadInput("data", "Data is JSON.");
  }
  return Object.entries(value).flatMap(([key, child]) => {
    checkKey(key);
    return leavesOf(child, path ? `${path}/${key}` : key, depth + 1);
  });
}

/** The value that leaves make up; keys 0, 1, 2 … come back as an array, with null where a few are missing. */
export function treeOf(leaves: readonly Leaf[]): unknown {
  const [first] = leaves;
  if (!first) return null;
  if (first.path === "") return first.value;
  const children = Map.groupBy(leaves, ({ path }) => path.split("/", 1)[0]!);
  const entries = [...children].map(
    ([key, below]) =>
      [key, treeOf(below.map(({ path, value }) => ({ path: path.slice(key.length + 1), value })))] as const,
  );
  const largest = Math.max(
    ...entries.map(([key]) => (/^(0|[1-9]\d{0,8})$/.test(key) ? Number(key) : Infinity)),
  );
  // Firebase's own rule: an array where more than half of its places are taken.
  if (entries.length * 2 > largest + 1) {
    const places = Array.from({ length: largest + 1 }, (): unknown => null);
    for (const [key, child] of entries) places[Number(key)] = child;
    return places;
  }
  return Object.fromEntries(entries);
}

const alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
let lastMs = -1;
let lastRandom: number[] = [];

/**
 * A child's name that sorts by when it was made: 48 bits of time, then 72 random bits that count up within a millisecond.
 * Source: https://firebase.blog/posts/2015/02/the-2120-ways-to-ensure-unique_68
 */
export function pushId(now: Date): string {
  const ms = Math.max(now.getTime(), lastMs);
  if (ms === lastMs) {
    let at = lastRandom.length - 1;
    while (at >= 0 && lastRandom[at] === 63) lastRandom[at--] = 0;
    if (at >= 0) lastRandom[at]! += 1;
  } else lastRandom = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte & 63);
  lastMs = ms;
  let time = "";
  for (let rest = ms, digit = 0; digit < 8; digit += 1, rest = Math.floor(rest / 64))
    time = alphabet[rest % 64]! + time;
  return time + lastRandom.map((digit) => alphabet[digit]).join("");
}

/** The order of keys: whole numbers first, by their size, then the others as text. */
export function compareKeys(a: string, b: string): number {
  const [first, second] = [a, b].map((key) => (/^-?(0|[1-9]\d{0,9})$/.test(key) ? Number(key) : null));
  if (first !== null && second !== null) return first! - second!;
  if (first !== null || second !== null) return first !== null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
