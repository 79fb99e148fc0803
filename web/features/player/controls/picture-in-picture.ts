import type { Player } from "../engine/player.ts";

/** Toggles picture-in-picture. Does nothing if the browser refuses. */
export async function togglePictureInPicture(player: Player): Promise<void> {
  try {
    if (document.pictureInPictureElement) return await document.exitPictureInPicture();
    const { picture } = player;
    // Before that, every browser refuses.
    if (picture.readyState === HTMLMediaElement.HAVE_NOTHING)
      await new Promise((resolve) => picture.addEventListener("loadedmetadata", resolve, { once: true }));
    player.setPictureInPicture(true);
    picture.addEventListener("leavepictureinpicture", () => player.setPictureInPicture(false), {
      once: true,
    });
    await picture.requestPictureInPicture();
  } catch {
    player.setPictureInPicture(false);
  }
}
