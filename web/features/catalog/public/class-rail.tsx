import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { IconButton } from "../../../ui/button.tsx";
import type { FragmentOf } from "../../../graphql/graphql.ts";
import { ClassCard } from "./class-card.tsx";
import type { ClassSummaryFragment } from "./class-summary.ts";

type ClassRailProps = {
  id: string;
  title: string;
  /** A link to the full list. */
  more?: ReactNode;
  classes: readonly (FragmentOf<typeof ClassSummaryFragment> & { id: string })[];
};

/** A titled row of classes that extends to the window's edge. */
export function ClassRail({ id, title, more, classes }: ClassRailProps) {
  return (
    <Rail id={id} title={title} more={more}>
      {classes.map((studioClass) => (
        <li key={studioClass.id}>
          <ClassCard studioClass={studioClass} />
        </li>
      ))}
    </Rail>
  );
}

type RailProps = {
  id: string;
  title: string;
  more?: ReactNode;
  /** Portrait images: narrower columns. */
  posters?: boolean;
  /** List items. */
  children: ReactNode;
};

/** A horizontally scrolling row: by touch, wheel or keyboard, and by two buttons on hover devices. */
export function Rail({ id, title, more, posters = false, children }: RailProps) {
  const { t } = useLingui();
  const row = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ first: true, last: true });

  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const updateEdges = () => {
      const room = list.scrollWidth - list.clientWidth;
      setEnds({ first: list.scrollLeft <= 1, last: list.scrollLeft >= room - 1 });
    };
    const observer = new ResizeObserver(updateEdges);
    observer.observe(list);
    list.addEventListener("scroll", updateEdges, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener("scroll", updateEdges);
    };
  }, []);

  const turn = (way: 1 | -1) => {
    const list = row.current;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    list?.scrollBy({ left: way * list.clientWidth * 0.75, behavior: calm ? "instant" : "smooth" });
  };
  return (
    <section className="sec" aria-labelledby={id}>
      <div className="sec-h">
        <h2 className="d2" id={id}>
          {title}
        </h2>
        <div className="row">
          {more}
          {!(ends.first && ends.last) && (
            <span className="rail-keys">
              <IconButton
                label={t`Previous`}
                icon={ChevronLeft}
                aria-disabled={ends.first}
                onClick={() => turn(-1)}
              />
              <IconButton
                label={t`Next`}
                icon={ChevronRight}
                aria-disabled={ends.last}
                onClick={() => turn(1)}
              />
            </span>
          )}
        </div>
      </div>
      <ul ref={row} className={posters ? "rail rail-posters" : "rail"}>
        {children}
      </ul>
    </section>
  );
}
