import { useEffect, useState } from "react";

/** The key that a mailed link carries behind `#`; it leaves the address bar at once, so that it stays in no history. Null: none. */
export function useMailedKey(): string | null {
  const [key] = useState(() => (/^#[\w-]{20,}$/.test(location.hash) ? location.hash.slice(1) : null));
  useEffect(() => {
    history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  return key;
}
