import { useLingui } from "@lingui/react/macro";
import { accentOf, contrastOf, contrastText, isColor, textContrast } from "../../../../contract/accent.ts";
import type { Accent } from "../../../../contract/accent.ts";
import type { FieldProps } from "../../../lib/forms/use-server-form.ts";
import { studio } from "../../../lib/studio.ts";
import { LineField } from "../../../ui/line-field.tsx";

/** The product's own accent, where the studio has none. */
const ownColor = "#fdb04d";
/** The page's ground in each theme. */
const grounds = { light: "#f9f4ec", dark: "#110b0f" } as const;

/** The accent color with what it gives in both themes, and its measured contrast. */
export function AccentField({
  value,
  field,
  onPick,
}: {
  value: string;
  field: FieldProps;
  /** A color was picked without typing. */
  onPick: (color: string) => void;
}) {
  const { t } = useLingui();
  const text = value.trim();
  const color = isColor(text) ? text : ownColor;
  const accent = accentOf(color);
  const reached = contrastText(accent.contrast);
  const needed = contrastText(textContrast);
  const refused = isColor(text) && !accent.isReadable;
  const fault =
    field.fault ??
    (refused ? t`Pick a lighter color. Button text reaches ${reached}:1 and needs ${needed}:1.` : undefined);
  const rows = [
    { name: t`Button text on the accent`, contrast: accent.contrast },
    { name: t`Accent as text, light theme`, contrast: contrastOf(accent.light.text, grounds.light) },
    { name: t`Accent as text, dark theme`, contrast: contrastOf(accent.dark.text, grounds.dark) },
  ];
  return (
    <div className="is-wide stack">
      <div className="site-accent">
        <LineField
          {...field}
          label={t`Accent color`}
          hint={t`Such as #FF9A62. Empty: the amber of the product.`}
          fault={fault}
          most={7}
        />
        <label className="field">
          <span className="lab">{t`Pick a color`}</span>
          <input
            type="color"
            className="site-color"
            value={color.toLowerCase()}
            onChange={(event) => onPick(event.target.value)}
          />
        </label>
      </div>
      <table className="site-contrast t1">
        <caption className="sr-only">{t`Measured contrast`}</caption>
        <tbody>
          {rows.map(({ name, contrast }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={contrast < textContrast ? "is-bad strong" : "strong"}>
                {contrastText(contrast)}:1
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="site-previews" aria-hidden="true">
        <Preview theme="daylight" accent={accent} />
        <Preview theme="room" accent={accent} />
      </div>
    </div>
  );
}

/** How the accent looks on a page in one theme. */
function Preview({ theme, accent }: { theme: "room" | "daylight"; accent: Accent }) {
  const { t } = useLingui();
  const shades = theme === "room" ? accent.dark : accent.light;
  const colors = {
    "--spot": shades.fill,
    "--spot-text": shades.text,
    "--spot-mark": shades.mark,
  };
  return (
    <div className="site-accent-preview" data-theme={theme} style={colors}>
      <p className="strong">{studio.name}</p>
      <p className="site-ticks">
        {Array.from({ length: 8 }, (_, count) => (
          <i key={count} className={count < 3 ? "is-done" : count === 3 ? "is-now" : ""} />
        ))}
      </p>
      <p className="row wrap">
        <span className="btn btn-s btn-go">{t`Start class`}</span>
        <span className="spot strong">{t`Next`}</span>
      </p>
    </div>
  );
}
