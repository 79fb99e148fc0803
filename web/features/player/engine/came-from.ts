/** What led to a class: the page before it in this tab's history, or what linked to it. Pure. */
import { linkedFrom, type PlaySource } from "../../../../contract/play-sources.ts";
import { patterns, setIdOf, sharedSetPrefix, type PageName } from "../../../../contract/urls.ts";
import { matchPath } from "../../../lib/router/location.ts";
import { parseSearch } from "../../../lib/search-params.ts";
import { readLinks } from "./links.ts";

/** Pages from which classes are opened. The home is `/`, which has no pattern. */
const sources: Partial<Record<PageName, PlaySource>> = {
  dashboard: "home",
  landing: "home",
  library: "library",
  category: "library",
  comingSoon: "library",
  playlists: "playlist",
  playlist: "playlist",
  sharedPlaylist: "playlist",
  saved: "saved",
  following: "saved",
  onDevice: "saved",
  plan: "plan",
  courses: "course",
  course: "course",
  instructor: "instructor",
  songs: "song",
  song: "song",
  challenges: "challenge",
  challenge: "challenge",
  feed: "community",
  post: "community",
  video: "community",
  profile: "community",
  inbox: "notification",
  message: "message",
};
const isOf = (name: PageName, path: string): boolean => matchPath(patterns[name], path) !== null;

function sourceOf({ pathname, search }: URL): PlaySource {
  if (pathname === "/") return "home";
  const name = (Object.keys(sources) as PageName[]).find((one) => isOf(one, pathname));
  const source = name ? sources[name]! : "other";
  return source === "library" && parseSearch(search)["q"] ? "search" : source;
}

/**
 * What led to the class at the last of the addresses. Pages of classes are passed over: the next class of a course still came from it.
 * @param addresses of this tab's history up to now, the oldest first
 */
export function cameFrom(addresses: readonly string[]): PlaySource {
  const set = setIdOf(parseSearch(new URL(addresses.at(-1)!).search));
  for (const address of addresses.toReversed()) {
    const url = new URL(address);
    if (!isOf("studioClass", url.pathname) && !isOf("player", url.pathname)) {
      const source = sourceOf(url);
      // The home shows today's set, and the courses that someone joined.
      return set !== null && source === "home" ? "set" : source;
    }
    const linked = parseSearch(url.search)[linkedFrom];
    if (linked === "email" || linked === "notification") return linked;
  }
  return set?.startsWith(sharedSetPrefix) ? "playlist" : set === null ? "link" : "set";
}

/** The same for this tab; null in browsers that don't tell their history. */
export function cameFromHere(): PlaySource | null {
  if (!("navigation" in window)) return null;
  const { currentEntry } = navigation;
  const links = readLinks();
  const entries = navigation.entries().slice(0, (currentEntry?.index ?? -1) + 1);
  const addresses = entries.flatMap(({ url, key }) => {
    if (url === null) return [];
    const address = new URL(url);
    if (links[key]) address.searchParams.set(linkedFrom, links[key]);
    return [address.href];
  });
  return addresses.length === 0 ? null : cameFrom(addresses);
}
