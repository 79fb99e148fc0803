import { useEffect, useRef, useState } from "react";
import { onPageTitle } from "../../lib/page-title.ts";

/** After a change of page: says its title to screen readers and moves the focus to its h1, where reading goes on. */
export function PageAnnouncer() {
  const [said, setAnnouncement] = useState("");
  // The browser itself announces the page that it opens; a page that came within the HTML has named itself before this listens.
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
      {said}
    </p>
  );
}
