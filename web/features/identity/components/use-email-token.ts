import { useEffect, useState } from "react";

/**
 * The email token in the URL's hash; it is removed from the address bar at once, so that no history stores
 * it. Null: none.
 */
export function useMailedKey(): string | null {
  const [key] = useState(() => (/^#[\w-]{20,}$/.test(location.hash) ? location.hash.slice(1) : null));
  useEffect(() => {
    history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  return key;
}
