import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { playerCommandNames } from "../../../../contract/player-commands.ts";
import { Panel } from "../controls/panel.tsx";
import { commands } from "./commands.ts";
import { useKeyName } from "./key-labels.ts";
import type { KeyMap } from "./keys.ts";

/** Lists the keyboard shortcuts. */
export function KeysHelp({ keys, onClose }: { keys: KeyMap | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useKeyName();
  return (
    <Panel title={t`Keys`} onClose={onClose}>
      {keys ? (
        <dl className="defs pl-keys">
          {playerCommandNames.map((name) => (
            <div key={name}>
              <dt>
                {keys[name].map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && <span>{t`or`}</span>}
                    <kbd>{shown(key)}</kbd>
                  </Fragment>
                ))}
              </dt>
              <dd>{commands[name].label()}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted">{t`Shortcuts are off. Turn them on in Settings.`}</p>
      )}
    </Panel>
  );
}
