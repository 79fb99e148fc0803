import { linkedFrom } from "../../../../contract/play-sources.ts";
import { rememberLink } from "../engine/links.ts";

/** Takes what linked to this page out of its address, which people copy. This tab remembers it. */
export function cleanAddress(): void {
  const url = new URL(location.href);
  const linked = url.searchParams.get(linkedFrom);
  if (linked === null) return;
  rememberLink(linked);
  url.searchParams.delete(linkedFrom);
  history.replaceState(history.state, "", url);
}
