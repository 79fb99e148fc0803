import { useState } from "react";
import { longText, many, type Stories } from "../gallery/story.ts";
import { ChipSelect } from "./chip-select.tsx";

function Chooser({ count, chosen = "", sorts = false }: { count: number; chosen?: string; sorts?: boolean }) {
  const [value, setValue] = useState(chosen);
  const options = many(count, (index) => ({
    value: index === 0 ? "" : String(index),
    label: index === 0 ? "All levels" : index === 1 ? longText : `Level ${index}`,
  }));
  return (
    <ChipSelect
      label="Level"
      value={value}
      options={options}
      onChoose={setValue}
      {...(sorts ? {} : { none: "" })}
    />
  );
}

export const stories: Stories = {
  title: "Chip select",
  states: {
    "Nothing chosen": () => <Chooser count={5} />,
    Chosen: () => <Chooser count={5} chosen="2" />,
    "Long option": () => <Chooser count={5} chosen="1" />,
    "Always a choice": () => <Chooser count={5} sorts />,
    "No options": () => <Chooser count={0} />,
    "500 options": () => <Chooser count={500} chosen="400" />,
  },
};
