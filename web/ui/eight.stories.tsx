import type { Stories } from "../gallery/story.ts";
import { Eight } from "./eight.tsx";

export const stories: Stories = {
  title: "Eight",
  states: {
    Empty: () => <Eight value={0} label="0 of 8 classes" />,
    "Part of a count": () => <Eight value={0.55} label="4.4 of 8 classes" />,
    Complete: () => <Eight value={1} label="8 of 8 classes" size="md" />,
    "Beyond its end": () => <Eight value={4} label="32 of 8 classes" size="md" />,
    "With numerals": () => <Eight value={0.3} label="2.4 of 8 classes" size="lg" />,
  },
};
