import "./studio-shell.css";
import { useLingui } from "@lingui/react/macro";
import { Clapperboard, House, Menu, Search, Users } from "lucide-react";
import { lazy, Suspense, useLayoutEffect, useState } from "react";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { StudioMenu } from "./studio-menu.tsx";
import { useAreas } from "./use-areas.ts";

const loadSearch = () => import("./command-search.tsx");
const CommandSearch = lazy(async () => ({ default: (await loadSearch()).CommandSearch }));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Menu and search of the studio: beside the page in wide windows, a bar at the lower edge in narrow ones. */
export function StudioShell() {
  const { t } = useLingui();
  const areas = useAreas();
  const [open, setOpen] = useState<"search" | "menu" | null>(null);
  const close = () => setOpen(null);
  // Before the paint: the key works as soon as the menu is seen.
  useLayoutEffect(() => {
    const openByKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      setOpen("search");
    };
    window.addEventListener("keydown", openByKey);
    return () => window.removeEventListener("keydown", openByKey);
  }, []);
  const has = (key: "classes" | "people") => areas.some((area) => area.key === key);
  const openSearch = { onClick: () => setOpen("search"), onPointerEnter: () => void loadSearch() };
  return (
    <>
      <aside className="studio-side">
        <button
          type="button"
          className="studio-side-search"
          aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
          {...openSearch}
        >
          <Icon of={Search} size="s" />
          {t`Search`}
          <kbd aria-hidden="true">{isApple ? "⌘K" : "Ctrl K"}</kbd>
        </button>
        <StudioMenu areas={areas} />
      </aside>
      <div className="tab-bar studio-tabs">
        <nav aria-label={t`Studio`}>
          <Link to={paths.studio()}>
            <Icon of={House} />
            {t`Studio`}
          </Link>
          {has("classes") && (
            <Link to={paths.instructorClasses()}>
              <Icon of={Clapperboard} />
              {t`Classes`}
            </Link>
          )}
          {has("people") && (
            <Link to={paths.studioPeople()}>
              <Icon of={Users} />
              {t`People`}
            </Link>
          )}
          <button type="button" {...openSearch}>
            <Icon of={Search} />
            {t`Search`}
          </button>
          <button type="button" onClick={() => setOpen("menu")}>
            <Icon of={Menu} />
            {t`Menu`}
          </button>
        </nav>
      </div>
      {open === "menu" && (
        <Sheet title={t`Menu`} closeLabel={t`Close`} onClose={close}>
          <StudioMenu areas={areas} onFollow={close} />
        </Sheet>
      )}
      <Suspense>{open === "search" && <CommandSearch areas={areas} onClose={close} />}</Suspense>
    </>
  );
}
