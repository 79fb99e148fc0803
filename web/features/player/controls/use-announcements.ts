import { createContext, useCallback, useState } from "react";

/** The last announcement. An open panel repeats it, since nothing outside a modal dialog is announced. */
export const AnnouncerContext = createContext("");

/** Announcements for screen readers: `said` is the text of a live region, and `say` sets it. */
export function useAnnouncements(): { said: string; say: (text: string) => void } {
  const [said, setAnnouncement] = useState("");
  // A live region with unchanged text is silent, so a repeated text needs a difference.
  const say = useCallback(
    (text: string) => setAnnouncement((before) => (text !== "" && before === text ? `${text}\u00A0` : text)),
    [],
  );
  return { said, say };
}
