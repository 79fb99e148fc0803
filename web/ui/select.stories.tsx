import { useState } from "react";
import { longText, many, type Stories } from "../gallery/story.ts";
import { Select } from "./select.tsx";

function Chooser({
  count,
  fault,
  labelHidden = false,
}: {
  count: number;
  fault?: string;
  labelHidden?: boolean;
}) {
  const [value, setValue] = useState("0");
  return (
    <Select
      label="Instructor"
      value={value}
      options={many(count, (index) => ({
        value: String(index),
        label: index === 0 ? longText : `Instructor ${index + 1}`,
      }))}
      onChoose={setValue}
      labelHidden={labelHidden}
      fault={fault ?? null}
    />
  );
}

export const stories: Stories = {
  title: "Select",
  states: {
    "One option": () => <Chooser count={1} />,
    "500 options": () => <Chooser count={500} />,
    "No options": () => <Chooser count={0} />,
    Error: () => <Chooser count={3} fault="Choose another instructor." />,
    "Hidden label": () => <Chooser count={3} labelHidden />,
  },
};
