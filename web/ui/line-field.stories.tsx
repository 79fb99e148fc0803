import { longText, type Stories } from "../gallery/story.ts";
import { LineField } from "./line-field.tsx";

const hint = "Shown on the class page";

export const stories: Stories = {
  title: "Line field",
  states: {
    Empty: () => <LineField label="Name" hint={hint} most={60} />,
    Error: () => <LineField label="Name" defaultValue="???" fault="Use letters or numbers." />,
    "Long text": () => <LineField label="Name" defaultValue={longText} hint={hint} />,
    Date: () => <LineField label="First day" type="date" defaultValue="2026-11-22" />,
  },
};
