import type { Player } from "../engine/player.ts";

/** Toggles picture-in-picture. Does nothing if the browser refuses. */
export async function togglePictureInPicture(player: Player): Promise<void> {
  try {
    if (document.pictureInPictureElement) return await document.exitPictureInPicture();
    player.setPictureInPicture(true);
    const { picture } = player;
    picture.addEventListener("leavepictureinpicture", () => player.setPictureInPicture(false), {
      once: true,
    });
    await picture.requestPictureInPicture();
  } catch {
    player.setPictureInPicture(false);
  }
}
