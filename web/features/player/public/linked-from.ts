import { useEffect } from "react";
import { linkedFrom } from "../../../../contract/play-sources.ts";
import { useSearch } from "../../../lib/router/index.ts";
import { rememberLink } from "../engine/links.ts";

/** Takes what linked to this page out of its address, which people copy. This tab remembers it. */
export function useOwnAddress(): void {
  const linked = useSearch()[linkedFrom];
  useEffect(() => {
    if (typeof linked !== "string") return;
    rememberLink(linked);
    const url = new URL(location.href);
    url.searchParams.delete(linkedFrom);
    history.replaceState(history.state, "", url);
  }, [linked]);
}
