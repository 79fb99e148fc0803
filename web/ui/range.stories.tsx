import { useState } from "react";
import type { Stories } from "../gallery/story.ts";
import { Range } from "./range.tsx";

function Tempo({ max }: { max: number }) {
  const [value, setValue] = useState(100);
  return (
    <label className="field">
      <span className="lab">Tempo</span>
      <Range value={value} min={25} max={max} step={5} text={`${value} percent`} onChange={setValue} />
    </label>
  );
}

export const stories: Stories = {
  title: "Range",
  states: {
    "In the middle": () => <Tempo max={150} />,
    "Without a span": () => <Tempo max={25} />,
  },
};
