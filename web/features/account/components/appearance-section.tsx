import "../../../ui/segments.css";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { localeCookie, localeNames, locales } from "../../../../contract/locales.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { showToast } from "../../../ui/toast.ts";
import {
  currentTextSize,
  currentTheme,
  remember,
  setTextSize,
  setTheme,
  textSizes,
  themes,
  type TextSize,
  type Theme,
} from "../../../lib/settings.ts";

const SetLocale = graphql(`
  mutation SetLocale($locale: String!) {
    setLocale(locale: $locale)
  }
`);

/** Theme, text size and language. */
export function AppearanceSection() {
  const { t, i18n } = useLingui();
  const [theme, chooseTheme] = useState(currentTheme);
  const [size, chooseSize] = useState(currentTextSize);
  const [, saveLocale] = useMutation(SetLocale);
  const chooseLocale = async (locale: string): Promise<void> => {
    const { error } = await saveLocale({ locale });
    if (error) return showToast(t`Couldn’t save. Try again.`);
    remember(localeCookie, locale);
    // Each language has its own scripts.
    location.reload();
  };
  const names: Record<Theme, string> = { system: t`System`, room: t`Dark`, daylight: t`Light` };
  return (
    <section className="stack" aria-labelledby="appearance">
      <h2 className="d2" id="appearance">{t`Appearance`}</h2>
      <div className="field">
        <span className="lab" id="theme">{t`Theme`}</span>
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
              {t`${one}%`}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="lab">{t`Language`}</span>
        <select className="in" value={i18n.locale} onChange={({ target }) => void chooseLocale(target.value)}>
          {locales.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {localeNames[locale]}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
