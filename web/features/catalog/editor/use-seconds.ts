import { useLingui } from "@lingui/react/macro";

/** Formats milliseconds as seconds with two digits: "4.25 s". */
export function useSeconds(): (ms: number) => string {
  const { i18n } = useLingui();
  return (ms) =>
    i18n.number(ms / 1000, {
      style: "unit",
      unit: "second",
      unitDisplay: "narrow",
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
}
