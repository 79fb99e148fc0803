import "./set.css";
import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { minutesOf } from "../../../lib/formats.ts";
import { paths, setSearch } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { startState } from "../../../lib/start-state.ts";
import { Icon } from "../../../ui/icon.tsx";
import { leaveTelevisionByLink } from "../cast/handed-over.ts";
import { Slot } from "../controls/practice-tools.tsx";
import { useSet } from "./use-set.ts";

const FinishSetClass = graphql(`
  mutation FinishSetClass($setId: ID!, $classId: ID!) {
    finishSetClass(setId: $setId, classId: $classId) {
      id
      items {
        place
        isDanced
        studioClass {
          id
        }
      }
    }
  }
`);

/** The set in the player: the position in the top bar, the list beside the parts, and noting a danced class. */
export function SetTool({
  setId,
  classId,
  screen,
  isOver,
  onOpened,
}: {
  setId: string;
  /** The class's internal id. */
  classId: string;
  screen: HTMLElement;
  /** The whole class was played to its end. */
  isOver: boolean;
  /** Called once with whether all of the set had been danced when the class was opened. */
  onOpened: (isWhole: boolean) => void;
}) {
  const { t } = useLingui();
  const { set } = useSet(setId, classId, false);
  const isKnown = set !== null;
  const noteOpened = useEffectEvent(() => onOpened(set?.items.every(({ isDanced }) => isDanced) ?? false));
  useEffect(() => {
    if (isKnown) noteOpened();
  }, [isKnown]);
  const [isOpen, setOpen] = useState(false);
  const [, finish] = useMutation(FinishSetClass);
  const [attempt, setAttempt] = useState(0);
  // Not the one of the address, which may be that of another set by tomorrow.
  const ownId = set?.id ?? setId;
  const isUnnoted = isOver && set !== null && !set.item.isDanced;
  useEffect(() => {
    if (!isUnnoted) return;
    // Without a connection it is sent when there is one again.
    const again = (): void => setAttempt((now) => now + 1);
    addEventListener("online", again, { once: true });
    void finish({ setId: ownId, classId });
    return () => removeEventListener("online", again);
  }, [isUnnoted, attempt, finish, ownId, classId]);
  if (!set) return null;
  const { items, item } = set;
  const show = (): void => {
    setOpen(true);
    const rail = screen.querySelector<HTMLDialogElement>(".pl-rail");
    if (rail && getComputedStyle(rail).display === "none") rail.showModal();
  };
  return (
    <>
      <Slot screen={screen} name="set">
        <button type="button" className="btn btn-bare btn-s tn" aria-expanded={isOpen} onClick={show}>
          <span className="sr-only">{t`Class ${item.place} of ${items.length} in this set`}</span>
          <span aria-hidden="true">{t`${item.place} of ${items.length}`}</span>
        </button>
      </Slot>
      <Slot screen={screen} name="set-list">
        <details className="pl-set" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="strong">
            {t`Set`} <span className="muted tn">{t`${item.place} of ${items.length}`}</span>
          </summary>
          <ol className="setlist">
            {items.map(({ place, isDanced, studioClass }) => (
              <li key={studioClass.id} className={place === item.place ? "now" : undefined}>
                <Link
                  className="set-i"
                  to={paths.player(studioClass.classId)}
                  search={setSearch(set.id)}
                  state={startState}
                  onClick={place === item.place ? undefined : leaveTelevisionByLink(studioClass.classId)}
                  aria-current={place === item.place ? "step" : undefined}
                >
                  <span className="strong">{studioClass.title}</span>
                  <span className="t1 muted tn nowrap">
                    {isDanced ? (
                      <>
                        <Icon of={Check} size="s" />
                        <span className="sr-only">{t`Danced`}</span>
                      </>
                    ) : (
                      t`${minutesOf(studioClass.video.durationInMs)} min`
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </details>
      </Slot>
    </>
  );
}
