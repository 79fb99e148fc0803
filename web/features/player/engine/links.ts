/** What linked to the entries of this tab's history whose addresses don't say so any more, by their keys. In session storage. */
const storageKey = "eightcount.linked-from";
/** Older entries of the history are forgotten. */
const maxLinks = 50;

export function readLinks(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Remembers what linked to the current entry. Browsers that don't tell their history need it nowhere. */
export function rememberLink(linked: string): void {
  const key = "navigation" in window ? navigation.currentEntry?.key : undefined;
  if (!key) return;
  const links = Object.entries(readLinks()).slice(1 - maxLinks);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries([...links, [key, linked]])));
  } catch {
    // Without storage the play counts as one from a link.
  }
}
