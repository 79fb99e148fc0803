import { longText, type Stories } from "../gallery/story.ts";
import { LinesField } from "./lines-field.tsx";

const hint = "Search engines show its beginning.";

export const stories: Stories = {
  title: "Lines field",
  states: {
    Empty: () => <LinesField label="About" hint={hint} rows={4} most={2000} />,
    Error: () => (
      <LinesField label="About" defaultValue="[[studio]]" rows={4} fault="Fill in the brackets." />
    ),
    "Long text": () => <LinesField label="About" defaultValue={longText} hint={hint} rows={4} />,
  },
};
