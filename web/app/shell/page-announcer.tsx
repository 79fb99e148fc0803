import { useEffect, useRef, useState } from "react";
import { onPageTitle } from "../../lib/page-title.ts";

/** After a page change: announces the title to screen readers and moves the focus to the h1. */
export function PageAnnouncer() {
  const [announced, setAnnouncement] = useState("");
  // The browser announces the first page itself. A page in the HTML sets its title before this listener is
  // added.
  const last = useRef(location.pathname);
  useEffect(
    () =>
      onPageTitle(({ title, pathname }) => {
        if (last.current === pathname) return;
        last.current = pathname;
        setAnnouncement(title);
        const heading = document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");
        if (!heading || heading.contains(document.activeElement)) return;
        if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }),
    [],
  );
  return (
    <p className="sr-only" aria-live="assertive" aria-atomic="true">
      {announced}
    </p>
  );
}
