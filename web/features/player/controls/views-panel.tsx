import { useLingui } from "@lingui/react/macro";
import type { Player } from "../engine/player.ts";
import type { PlayerState } from "../engine/player-state.ts";
import { Panel } from "./panel.tsx";

type ViewsPanelProps = { player: Player; state: PlayerState; onClose: () => void };

/** The views of a class that has more than a few, on phones. */
export function ViewsPanel({ player, state, onClose }: ViewsPanelProps) {
  const { t } = useLingui();
  return (
    <Panel title={t`Choose a view`} onClose={onClose}>
      <div className="pl-tools" role="group" aria-label={t`View`}>
        {state.views.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            className="btn"
            aria-pressed={state.angle === key}
            onClick={() => {
              player.setAngle(key);
              onClose();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </Panel>
  );
}
