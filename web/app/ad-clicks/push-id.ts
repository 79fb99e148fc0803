import type { FacebookClick, GoogleClick } from "./find.ts";

/** Firebase's alphabet of push ids, in the order in which they sort. */
const alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/**
 * The push id of an ad click in the realtime database: 8 characters of its time, so that entries sort by it, and 12 of
 * a hash. Equal clicks have equal ids, so that storing one again changes nothing.
 */
export function pushIdOf(click: FacebookClick | GoogleClick): string {
  let time = "";
  for (let rest = click.timestamp; time.length < 8; rest = Math.floor(rest / 64))
    time = alphabet.charAt(rest % 64) + time;
  let hash = "";
  const text = JSON.stringify(click);
  while (hash.length < 12) {
    // FNV-1a, begun with another character for each place.
    let sum = Math.imul(0x811c9dc5 ^ hash.length, 0x01000193);
    for (let place = 0; place < text.length; place += 1)
      sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193);
    hash += alphabet.charAt(sum >>> 26);
  }
  return time + hash;
}
