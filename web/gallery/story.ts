import type { ReactNode } from "react";

/** The states of one component, shown in the gallery and opened by tests. Declared in `<component>.stories.tsx`. */
export type Stories = {
  /** The component's name. */
  title: string;
  /** Renders each state. Names say what is special: "Long label". */
  states: Readonly<Record<string, () => ReactNode>>;
};

/** A label far longer than designs expect, with a word that can't be broken. */
export const longText =
  "Choreography for people who danced as children and start again, with Donaudampfschifffahrtsgesellschaftskapitänskajüten";

/** `count` values made from their index. */
export function many<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_unused, index) => make(index));
}
