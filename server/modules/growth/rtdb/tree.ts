import { BadInput } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** A JSON value as the Firebase Realtime Database stores it: no null inside, arrays as objects by index. */
export type Tree = string | number | boolean | null | { readonly [key: string]: Tree };

/** A leaf with its path relative to a node: "" is the node itself. */
export interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean;
}

// Firebase's own limits: https://firebase.google.com/docs/database/usage/limits
export const maxDepth = 32;
const maxKeyLength = 768;
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const forbidden = /[.$#[\]/\u0000-\u001f\u007f]/;

/**
 * Parses the keys of a URL path, such as `subscriptions/ana.json`; decodes each key once.
 * @throws BadInput for a forbidden key
 */
export function keysOfAddress(path: string): string[] {
  let parts: string[];
  try {
    parts = path
      .replace(/\.json$/, "")
      .split("/")
      .map((key) => decodeURIComponent(key));
  } catch {
    throw new BadInput("path", inEnglish("The path has an invalid escape."));
  }
  return checkKeys(parts);
}

/**
 * Parses the keys of a path in data, such as `facebookClicks/-Oa1`, without decoding.
 * @throws BadInput
 */
export function keysOfPath(path: string): string[] {
  return checkKeys(path.split("/"));
}

function checkKeys(parts: readonly string[]): string[] {
  const keys = parts.filter(Boolean);
  if (keys.length > maxDepth)
    throw new BadInput("path", inEnglish(`A path can have at most ${maxDepth} keys.`));
  for (const key of keys) checkKey(key);
  return keys;
}

function checkKey(key: string): void {
  if (key === "" || forbidden.test(key) || Buffer.byteLength(key) > maxKeyLength)
    throw new BadInput(
      "path",
      inEnglish("Keys can’t be empty or contain . $ # [ ] / or control characters."),
    );
}

/**
 * The leaves of a value; null and empty objects have none.
 * @param depth number of keys above the value
 * @throws BadInput for forbidden keys, and for too much depth
 */
export function leavesOf(value: unknown, path = "", depth = 0): Leaf[] {
  if (depth > maxDepth) throw new BadInput("data", inEnglish(`Data can be at most ${maxDepth} keys deep.`));
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") {
    // JSON can contain numbers beyond Number.MAX_VALUE.
    if (typeof value === "number" && !Number.isFinite(value))
      throw new BadInput("data", inEnglish("Numbers must be within the range of 64-bit floating point."));
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      return [{ path, value }];
    throw new BadInput("data", inEnglish("Data must be JSON."));
  }
  return Object.entries(value).flatMap(([key, child]) => {
    checkKey(key);
    return leavesOf(child, path ? `${path}/${key}` : key, depth + 1);
  });
}

/** Builds a value from leaves; keys 0, 1, 2 … become an array, with null for missing ones. */
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
  // Firebase's own rule: an array if more than half of its indices are taken.
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
 * Generates a child name that sorts by time: 48 bits of time, then 72 random bits, incremented within a millisecond.
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

/** Order of keys: integers first, by number, then the others as text. */
export function compareKeys(a: string, b: string): number {
  const [first, second] = [a, b].map((key) => (/^-?(0|[1-9]\d{0,9})$/.test(key) ? Number(key) : null));
  if (first !== null && second !== null) return first! - second!;
  if (first !== null || second !== null) return first !== null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
