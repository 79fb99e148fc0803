import { useLingui } from "@lingui/react/macro";
import { isOfPad } from "../engine/game-pads.ts";

/** Labels of the standard layout as printed on most pads. */
const padButtons = [
  "A",
  "B",
  "X",
  "Y",
  "L1",
  "R1",
  "L2",
  "R2",
  "Select",
  "Start",
  "L3",
  "R3",
  "↑",
  "↓",
  "←",
  "→",
];

/** Label of a key or a pad's button. */
export function useKeyName(): (key: string) => string {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
    " ": t`Space`,
    arrowleft: "←",
    arrowright: "→",
    arrowup: "↑",
    arrowdown: "↓",
    pageup: t`Page up`,
    pagedown: t`Page down`,
  };
  return (key) => {
    if (!isOfPad(key)) return names[key] ?? key.toUpperCase();
    const button = key.slice("pad ".length);
    return t`Pad ${padButtons[Number(button)] ?? button}`;
  };
}
