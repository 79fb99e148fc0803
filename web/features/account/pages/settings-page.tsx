import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { usePageTitle } from "../../../lib/page-title.ts";
import {
  currentTextSize,
  currentTheme,
  setTextSize,
  setTheme,
  textSizes,
  themes,
  type TextSize,
  type Theme,
} from "../../../lib/settings.ts";
import { ConsentSetting } from "../../growth/embeds/consent-setting.tsx";
import { SecuritySection } from "../../identity/embeds/security-section.tsx";
import { KeysSetting } from "../../player/embeds/keys-setting.tsx";

export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Settings`);
  const [theme, chooseTheme] = useState(currentTheme);
  const [size, chooseSize] = useState(currentTextSize);
  const names: Record<Theme, string> = { system: t`As the device`, room: t`Room`, daylight: t`Daylight` };
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Settings`}</h1>
      <section className="stack" aria-labelledby="appearance">
        <h2 className="d2" id="appearance">{t`Appearance`}</h2>
        <div className="field">
          <span className="lab" id="theme">{t`Light`}</span>
          <div className="seg" role="group" aria-labelledby="theme">
            {themes.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={theme === one}
                onClick={() => {
                  setTheme(one);
                  chooseTheme(one);
                }}
              >
                {names[one]}
              </button>
            ))}
          </div>
        </div>
        <label className="field">
          <span className="lab">{t`Text size`}</span>
          <select
            className="in"
            value={size}
            onChange={(event) => {
              const chosen = textSizes.find((one) => String(one) === event.target.value) ?? 100;
              setTextSize(chosen);
              chooseSize(chosen satisfies TextSize);
            }}
          >
            {textSizes.map((one) => (
              <option key={one} value={one}>
                {t`${one} percent`}
              </option>
            ))}
          </select>
        </label>
      </section>
      <section className="stack" aria-labelledby="playback">
        <h2 className="d2" id="playback">{t`Playback`}</h2>
        <KeysSetting />
      </section>
      <SecuritySection />
      <section className="stack" aria-labelledby="privacy">
        <h2 className="d2" id="privacy">{t`Privacy`}</h2>
        <ConsentSetting />
      </section>
    </div>
  );
}
