import { useState } from "react";
import { longText, type Stories } from "../gallery/story.ts";
import { LineField } from "./line-field.tsx";

function Typed({ initial, isFaulty = false }: { initial: string; isFaulty?: boolean }) {
  const [value, setValue] = useState(initial);
  return (
    <LineField
      label="Name"
      value={value}
      onType={setValue}
      hint="Shown on the class page"
      most={60}
      isRequired
      isFaulty={isFaulty}
    />
  );
}

export const stories: Stories = {
  title: "Line field",
  states: {
    Empty: () => <Typed initial="" />,
    Error: () => <Typed initial="???" isFaulty />,
    "Long text": () => <Typed initial={longText} />,
    Date: () => <LineField label="First day" type="date" value="2026-11-22" onType={() => undefined} />,
  },
};
