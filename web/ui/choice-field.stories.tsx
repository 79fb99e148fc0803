import { longText, many, type Stories } from "../gallery/story.ts";
import { ChoiceField } from "./choice-field.tsx";

const options = (count: number) =>
  many(count, (index) => ({
    value: String(index),
    label: index === 0 ? longText : `Instructor ${index + 1}`,
  }));

export const stories: Stories = {
  title: "Choice field",
  states: {
    Unset: () => <ChoiceField label="Instructor" options={options(3)} unset="Choose" />,
    "One option": () => <ChoiceField label="Instructor" options={options(1)} />,
    "500 options": () => <ChoiceField label="Instructor" options={options(500)} />,
    Error: () => (
      <ChoiceField label="Instructor" options={options(3)} unset="Choose" fault="Choose an instructor." />
    ),
  },
};
