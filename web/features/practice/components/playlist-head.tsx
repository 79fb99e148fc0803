import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { minutesOf } from "../../../lib/formats.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { startState } from "../../../lib/start-state.ts";
import type { PlaylistClass } from "./playlist-fragment.ts";

/** Name and length of a playlist, and the button that plays it from its first class that isn't locked. */
export function PlaylistHead({
  name,
  note,
  classes,
  setId,
  children,
}: {
  name: string;
  note: string;
  classes: readonly PlaylistClass[];
  setId: string;
  /** Further buttons. */
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const first = classes.find(({ isLocked }) => !isLocked);
  const count = classes.length;
  const minutes = minutesOf(classes.reduce((sum, { video }) => sum + video.durationInMs, 0));
  return (
    <header className="stack">
      <h1 className="d1 d1-page">{name}</h1>
      <p className="facts">
        <span className="tn">{plural(count, { one: "# class", other: "# classes" })}</span>
        {count > 0 && <span className="tn">{t`${minutes} min`}</span>}
        <span>{note}</span>
      </p>
      <div className="row wrap">
        {first && (
          <Link
            className="btn btn-go btn-l"
            to={paths.player(first.classId)}
            search={setSearch(setId)}
            state={startState}
          >
            {t`Start playlist`}
          </Link>
        )}
        {children}
      </div>
      {!first && count > 0 && (
        <p className="muted">{t`Your plan includes none of these classes. Their previews still play.`}</p>
      )}
    </header>
  );
}
