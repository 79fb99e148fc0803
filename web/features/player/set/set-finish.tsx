import "./set.css";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { minutesOf } from "../../../lib/formats.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { startState } from "../../../lib/start-state.ts";
import { Eight } from "../../../ui/eight.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EarnedBadges } from "../../challenges/public/earned-badges.tsx";
import { leaveTelevisionByLink } from "../cast/handed-over.ts";
import type { PlayedSet } from "./use-set.ts";

/** The screen after the last class of a set: what was danced, and what was left out. */
export function SetFinish({
  set,
  rating,
  onReplay,
}: {
  set: PlayedSet;
  /** Of the class that just ended. */
  rating: ReactNode;
  onReplay: () => void;
}) {
  const { t } = useLingui();
  const { items, item } = set;
  // The class that just ended counts, even if the server doesn't know yet.
  const danced = items.filter(({ place, isDanced }) => isDanced || place === item.place);
  const minutes = minutesOf(danced.reduce((sum, { studioClass }) => sum + studioClass.video.durationInMs, 0));
  const eights = danced
    .flatMap(({ studioClass }) => studioClass.parts)
    .reduce((sum, part) => sum + part.eights, 0);
  const isWhole = danced.length === items.length;
  return (
    <div className="pl-card fin">
      <h2 className="d1">{isWhole ? t`That’s the set` : t`End of the set`}</h2>
      <div className="fin-n">
        <p>
          <b className="num tn">{minutes}</b>
          <span className="muted">{t`${plural(minutes, { one: "minute danced", other: "minutes danced" })}`}</span>
        </p>
        <p>
          <b className="num tn">{eights}</b>
          <span className="muted">{t`${plural(eights, { one: "eight", other: "eights" })}`}</span>
        </p>
        <p>
          <b className="num tn">{t`${danced.length} of ${items.length}`}</b>
          <span className="muted">{t`classes`}</span>
        </p>
      </div>
      <Eight
        value={danced.length / items.length}
        label={t`${danced.length} of ${items.length} classes danced`}
      />
      {danced.map(({ studioClass }) => (
        <EarnedBadges key={studioClass.id} classId={studioClass.id} />
      ))}
      {rating}
      <ol className="setlist fin-list">
        {items.map(({ studioClass, place }) => {
          const isDanced = danced.some((one) => one.place === place);
          return (
            <li key={studioClass.id}>
              {isDanced ? (
                <span className="set-i">
                  <span className="strong">{studioClass.title}</span>
                  <span className="t1 muted">
                    <Icon of={Check} size="s" />
                    <span className="sr-only">{t`Danced`}</span>
                  </span>
                </span>
              ) : (
                <Link
                  className="set-i"
                  to={paths.player(studioClass.classId)}
                  search={setSearch(set.id)}
                  state={startState}
                  onClick={leaveTelevisionByLink(studioClass.classId)}
                >
                  <span className="strong">{studioClass.title}</span>
                  <span className="t1 muted">{t`Start class`}</span>
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      <div className="row wrap">
        <Link className="btn" to={paths.dashboard()}>{t`Done`}</Link>
        <button type="button" className="btn" onClick={onReplay}>{t`Dance the last class again`}</button>
      </div>
    </div>
  );
}
