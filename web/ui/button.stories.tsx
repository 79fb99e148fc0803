import { Heart, Trash2 } from "lucide-react";
import { longText, type Stories } from "../gallery/story.ts";
import { Button, IconButton } from "./button.tsx";

export const stories: Stories = {
  title: "Button",
  states: {
    Tones: () => (
      <p className="row wrap">
        <Button tone="go">Start class</Button>
        <Button>Save</Button>
        <Button tone="line">Preview</Button>
        <Button tone="bad">Delete video</Button>
        <Button tone="text">Cancel</Button>
        <Button tone="bare">Skip</Button>
      </p>
    ),
    Sizes: () => (
      <p className="row wrap">
        <Button size="s">Small</Button>
        <Button>Medium</Button>
        <Button size="l">Large</Button>
      </p>
    ),
    Busy: () => <Button busy>Save</Button>,
    "Disabled with a reason": () => <Button disabledReason="Nothing has changed.">Save</Button>,
    Chosen: () => (
      <Button icon={Heart} chosen>
        Saved
      </Button>
    ),
    "Long label": () => (
      <Button wide icon={Trash2}>
        {longText}
      </Button>
    ),
    "Icon only": () => <IconButton icon={Trash2} label="Delete video" />,
    "Icon on an image": () => <IconButton icon={Heart} label="Save class" onPicture />,
  },
};
