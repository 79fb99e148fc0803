import type { Stories } from "../gallery/story.ts";
import { Picture } from "./picture.tsx";

export const stories: Stories = {
  title: "Picture",
  states: {
    Image: () => <Picture url="/icon-512.png" alt="The app’s mark" sizes="200px" />,
    "No image": () => <Picture url={null} alt="A class without an image" sizes="200px" />,
    "Fails to load": () => <Picture url="/missing.png" alt="Mira in the room" sizes="200px" />,
    Decorative: () => <Picture url="/icon-192.png" sizes="200px" />,
  },
};
