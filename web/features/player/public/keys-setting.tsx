import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { isOfPad, listenToPads } from "../engine/game-pads.ts";
import { useActionNames, useKeyName } from "../controls/command-labels.ts";
import { playerActions, readKeyMap, saveKeyMap, usualKeys, type PlayerAction } from "../engine/keys.ts";

/**
 * Setting for keyboard shortcuts: turns them on and off, and assigns other keys. Supports foot pedals (which are keyboards), game pads,
 * dance mats and accessibility needs.
 */
export function KeysSetting() {
  const { t } = useLingui();
  const [keys, setKeys] = useState(() => readKeyMap(localStorage));
  const [waiting, setWaiting] = useState<PlayerAction | null>(null);
  const save = (next: typeof keys): void => {
    saveKeyMap(localStorage, next);
    setKeys(next);
  };
  /** Assigns `action` a key instead of its keys, or a pad's button instead of its buttons. */
  const give = (action: PlayerAction, key: string): void => {
    setWaiting(null);
    if (!keys) return;
    // A key has one action: it is removed from any other.
    const rest = Object.fromEntries(
      playerActions.map((other) => [other, keys[other].filter((held) => held !== key)]),
    ) as Record<PlayerAction, string[]>;
    save({ ...rest, [action]: [...rest[action].filter((held) => isOfPad(held) !== isOfPad(key)), key] });
  };
  const latestGive = useRef(give);
  latestGive.current = give;
  useEffect(
    () => (waiting === null ? undefined : listenToPads((key) => latestGive.current(waiting, key))),
    [waiting],
  );
  const names = useActionNames();
  const shown = useKeyName();
  return (
    <>
      <label className="opt">
        <input
          type="checkbox"
          className="check"
          checked={keys !== null}
          onChange={(event) => save(event.target.checked ? usualKeys : null)}
        />
        <span>{t`Keys steer the player`}</span>
      </label>
      {keys && (
        <>
          <dl className="defs">
            {playerActions.map((action) => (
              <div key={action}>
                <dt>{names[action]}</dt>
                <dd>
                  <button
                    type="button"
                    className="btn btn-s"
                    onClick={() => setWaiting(action)}
                    onBlur={() => setWaiting(null)}
                    onKeyDown={(event) => {
                      if (
                        waiting !== action ||
                        ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)
                      )
                        return;
                      event.preventDefault();
                      if (event.key === "Escape") return setWaiting(null);
                      give(action, event.key.toLowerCase());
                    }}
                  >
                    <span className="sr-only">{t`${names[action]}:`} </span>
                    {waiting === action
                      ? t`Press a key, a pedal or a pad’s button`
                      : keys[action].map(shown).join(", ") || t`None`}
                  </button>
                </dd>
              </div>
            ))}
          </dl>
          <button type="button" className="btn btn-text" onClick={() => save(usualKeys)}>
            {t`Back to the usual keys`}
          </button>
        </>
      )}
    </>
  );
}
