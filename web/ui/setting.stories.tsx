import { longText, type Stories } from "../gallery/story.ts";
import { Button } from "./button.tsx";
import { Setting } from "./setting.tsx";

export const stories: Stories = {
  title: "Setting",
  states: {
    "With an action": () => (
      <Setting title="Password" action={<Button size="s">Change password</Button>}>
        <p className="muted">Last changed in May.</p>
      </Setting>
    ),
    "Long text": () => (
      <Setting title={longText}>
        <p className="muted break">{longText}</p>
      </Setting>
    ),
  },
};
