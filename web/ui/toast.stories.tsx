import { longText, type Stories } from "../gallery/story.ts";
import { Button } from "./button.tsx";
import { showToast } from "./toast.ts";

export const stories: Stories = {
  title: "Toast",
  states: {
    Plain: () => <Button onClick={() => showToast("Profile saved.")}>Save</Button>,
    "With an action": () => (
      <Button
        onClick={() =>
          showToast("Class removed.", { label: "Undo", run: () => showToast("Class restored.") })
        }
      >
        Remove
      </Button>
    ),
    "Long text": () => <Button onClick={() => showToast(longText)}>Show</Button>,
  },
};
