import { longText, type Stories } from "../gallery/story.ts";
import { Avatar } from "./avatar.tsx";

export const stories: Stories = {
  title: "Avatar",
  states: {
    Portrait: () => <Avatar url={null} name="Mira Marks" />,
    "One word": () => <Avatar url={null} name="Mira" />,
    "No letters": () => <Avatar url={null} name="…" />,
    "Long name": () => <Avatar url={null} name={longText} size="s" />,
    Image: () => <Avatar url="/icon-192.png" name="Mira Marks" size="l" />,
  },
};
