import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { SeriesName } from "./series-fragment.ts";

interface SeriesTexts {
  readonly title: string;
  /** Whom it is for, and what ends it. */
  readonly note: string;
  /** When a step with this delay is sent. */
  readonly when: (delay: number) => string;
}

/** What the series are called, and how their delays read. */
export function useSeriesTexts(): (name: SeriesName) => SeriesTexts {
  const { t } = useLingui();
  return (name) => {
    switch (name) {
      case "welcome":
        return {
          title: t`Welcome`,
          note: t`For people who join. After the first message, only those who haven’t danced yet get more.`,
          when: (delay) =>
            plural(delay, { 0: "On joining", one: "# day after joining", other: "# days after joining" }),
        };
      case "trial":
        return {
          title: t`Trial`,
          note: t`For people in a trial. It ends when they pay or cancel.`,
          when: (delay) =>
            plural(delay, {
              0: "When a trial begins",
              one: "# day after a trial begins",
              other: "# days after a trial begins",
            }),
        };
      case "away":
        return {
          title: t`Not danced for a while`,
          note: t`For people who danced before. It ends when they dance again.`,
          when: (delay) =>
            plural(delay, { one: "# day after the last dance", other: "# days after the last dance" }),
        };
      case "win_back":
        return {
          title: t`Win back`,
          note: t`For people whose subscription ended. It ends when they have one again.`,
          when: (delay) =>
            plural(delay, {
              0: "When a subscription ends",
              one: "# day after a subscription ends",
              other: "# days after a subscription ends",
            }),
        };
      case "anniversary":
        return {
          title: t`Anniversary`,
          note: t`For everyone, on the day they joined.`,
          when: (delay) => plural(delay, { one: "# year after joining", other: "# years after joining" }),
        };
    }
  };
}
