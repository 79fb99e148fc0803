import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { isOfPad, listenToPads } from "../engine/game-pads.ts";
import { playerCommandNames, type PlayerCommand } from "../../../../contract/player-commands.ts";
import { commands } from "../commands/commands.ts";
import { useKeyName } from "../commands/key-labels.ts";
import { readKeyMap, saveKeyMap, usualKeys } from "../commands/keys.ts";

/**
 * Setting for keyboard shortcuts: turns them on and off, and assigns other keys. Supports foot pedals (which are keyboards), game pads,
 * dance mats and accessibility needs.
 */
export function KeysSetting() {
  const { t } = useLingui();
  const [keys, setKeys] = useState(() => readKeyMap(localStorage));
  const [waiting, setWaiting] = useState<PlayerCommand | null>(null);
  const save = (next: typeof keys): void => {
    saveKeyMap(localStorage, next);
    setKeys(next);
  };
  /** Assigns `command` a key instead of its keys, or a pad's button instead of its buttons. */
  const give = (command: PlayerCommand, key: string): void => {
    setWaiting(null);
    if (!keys) return;
    // A key has one command: it is removed from any other.
    const rest = Object.fromEntries(
      playerCommandNames.map((other) => [other, keys[other].filter((held) => held !== key)]),
    ) as Record<PlayerCommand, string[]>;
    save({ ...rest, [command]: [...rest[command].filter((held) => isOfPad(held) !== isOfPad(key)), key] });
  };
  const latestGive = useRef(give);
  latestGive.current = give;
  useEffect(
    () => (waiting === null ? undefined : listenToPads((key) => latestGive.current(waiting, key))),
    [waiting],
  );
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
        <span>{t`Keyboard shortcuts`}</span>
      </label>
      {keys && (
        <>
          <dl className="defs">
            {playerCommandNames.map((command) => (
              <div key={command}>
                <dt>{commands[command].label()}</dt>
                <dd>
                  <button
                    type="button"
                    className="btn btn-s"
                    onClick={() => setWaiting(command)}
                    onBlur={() => setWaiting(null)}
                    onKeyDown={(event) => {
                      if (
                        waiting !== command ||
                        ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)
                      )
                        return;
                      event.preventDefault();
                      if (event.key === "Escape") return setWaiting(null);
                      give(command, event.key.toLowerCase());
                    }}
                  >
                    <span className="sr-only">{t`${commands[command].label()}:`} </span>
                    {waiting === command
                      ? t`Press a key, pedal, or gamepad button`
                      : keys[command].map(shown).join(", ") || t`None`}
                  </button>
                </dd>
              </div>
            ))}
          </dl>
          <button type="button" className="btn btn-text" onClick={() => save(usualKeys)}>
            {t`Reset to defaults`}
          </button>
        </>
      )}
    </>
  );
}
