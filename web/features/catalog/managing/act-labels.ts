import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ActKind } from "./acts.ts";

/** What an act is called, before, during and after it. */
type ActLabels = {
  readonly title: string;
  readonly action: (count: number) => string;
  readonly happens: (count: number) => string;
  readonly unchanged: (count: number) => string;
  readonly done: (count: number) => string;
};

/** The texts of acts on many classes. */
export function useActLabels(): Record<ActKind, ActLabels> {
  const { t } = useLingui();
  const changing = (title: string): ActLabels => ({
    title,
    action: (count) => plural(count, { one: "Change # class", other: "Change # classes" }),
    happens: (count) => plural(count, { one: "# class changes.", other: "# classes change." }),
    unchanged: (count) =>
      plural(count, { one: "# class is already set.", other: "# classes are already set." }),
    done: (count) => plural(count, { one: "# class changed.", other: "# classes changed." }),
  });
  return {
    publish: {
      title: t`Publish classes`,
      action: (count) => plural(count, { one: "Publish # class", other: "Publish # classes" }),
      happens: (count) =>
        plural(count, {
          one: "# class enters the library now. The people chosen in its editor are notified.",
          other: "# classes enter the library now. The people chosen in each editor are notified.",
        }),
      unchanged: (count) =>
        plural(count, { one: "# class is already published.", other: "# classes are already published." }),
      done: (count) => plural(count, { one: "# class published.", other: "# classes published." }),
    },
    schedule: {
      title: t`Schedule classes`,
      action: (count) => plural(count, { one: "Schedule # class", other: "Schedule # classes" }),
      happens: (count) =>
        plural(count, {
          one: "# class enters the library at that time.",
          other: "# classes enter the library at that time.",
        }),
      unchanged: (count) =>
        plural(count, { one: "# class already has this date.", other: "# classes already have this date." }),
      done: (count) => plural(count, { one: "# class scheduled.", other: "# classes scheduled." }),
    },
    archive: {
      title: t`Archive classes`,
      action: (count) => plural(count, { one: "Archive # class", other: "Archive # classes" }),
      happens: (count) =>
        plural(count, {
          one: "# class leaves the library now. Members keep their progress.",
          other: "# classes leave the library now. Members keep their progress.",
        }),
      unchanged: (count) =>
        plural(count, { one: "# class is already archived.", other: "# classes are already archived." }),
      done: (count) => plural(count, { one: "# class archived.", other: "# classes archived." }),
    },
    set_instructor: changing(t`Change instructor`),
    set_level: changing(t`Change level`),
    set_plan: changing(t`Change plan`),
    add_category: changing(t`Add to category`),
    remove_category: changing(t`Remove from category`),
  };
}
