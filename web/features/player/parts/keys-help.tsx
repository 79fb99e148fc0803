import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { KeyMap, PlayerAction } from "../core/keys.ts";
import { playerActions } from "../core/keys.ts";

/** Which key does what. */
export function KeysHelp({ keys, onClose }: { keys: KeyMap | null; onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const names: Record<PlayerAction, string> = {
    toggle: t`Play and pause`,
    back: t`Back one eight`,
    forward: t`On one eight`,
    slower: t`Slower`,
    faster: t`Faster`,
    mirror: t`Mirror`,
    turn: t`Front and back`,
    loop: t`Loop the part`,
    captions: t`Captions`,
    fullscreen: t`Full screen`,
    mute: t`Sound`,
    say: t`Say where I am`,
    help: t`This list`,
  };
  const shown = (key: string): string =>
    key === " " ? t`Space` : key === "arrowleft" ? "←" : key === "arrowright" ? "→" : key.toUpperCase();
  return (
    <dialog className="pl-help" ref={dialog} aria-labelledby="keys-title" onClose={onClose}>
      <div className="row between">
        <h2 className="t4" id="keys-title">{t`Keys`}</h2>
        <button
          type="button"
          className="btn btn-bare btn-i"
          aria-label={t`Close`}
          onClick={() => dialog.current?.close()}
        >
          <X className="ic" aria-hidden="true" />
        </button>
      </div>
      {keys ? (
        <dl className="defs">
          {playerActions.map((action) => (
            <div key={action}>
              <dt>{keys[action].map(shown).join(t` or `)}</dt>
              <dd>{names[action]}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted">{t`Keys are off. Settings turns them on.`}</p>
      )}
    </dialog>
  );
}
