import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import type { KeyMap } from "../engine/keys.ts";
import { playerActions } from "../engine/keys.ts";
import { useActionNames, useKeyName } from "./command-labels.ts";
import { Panel } from "./panel.tsx";

/** Lists the keyboard shortcuts. */
export function KeysHelp({ keys, onClose }: { keys: KeyMap | null; onClose: () => void }) {
  const { t } = useLingui();
  const names = useActionNames();
  const shown = useKeyName();
  return (
    <Panel title={t`Keys`} onClose={onClose}>
      {keys ? (
        <dl className="defs pl-keys">
          {playerActions.map((action) => (
            <div key={action}>
              <dt>
                {keys[action].map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && <span>{t`or`}</span>}
                    <kbd>{shown(key)}</kbd>
                  </Fragment>
                ))}
              </dt>
              <dd>{names[action]}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted">{t`Keys are off. Settings turns them on.`}</p>
      )}
    </Panel>
  );
}
