import { useState } from "react";
import { longText, many, type Stories } from "../gallery/story.ts";
import { Segments } from "./segments.tsx";

function Chooser({ labels }: { labels: readonly string[] }) {
  const [value, setValue] = useState("0");
  return (
    <Segments
      label="Level"
      options={labels.map((label, index) => ({ value: String(index), label }))}
      value={value}
      onChoose={setValue}
    />
  );
}

export const stories: Stories = {
  title: "Segments",
  states: {
    "Three options": () => <Chooser labels={["Beginner", "Intermediate", "Advanced"]} />,
    "One option": () => <Chooser labels={["Beginner"]} />,
    "Long label": () => <Chooser labels={[longText, "Advanced"]} />,
    "Seven options": () => <Chooser labels={many(7, (day) => `Day ${day + 1}`)} />,
  },
};
