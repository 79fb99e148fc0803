import { useLingui } from "@lingui/react/macro";
import { ListPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, IconButton } from "../../../ui/button.tsx";

const PlaylistSheet = lazy(async () => ({
  default: (await import("../components/playlist-sheet.tsx")).PlaylistSheet,
}));

/** Opens the viewer's playlists, to add a class to them. */
export function AddToPlaylist({
  id,
  title,
  look,
  onOpen,
}: {
  /** The class's internal id. */
  id: string;
  title: string;
  /** `picture`: an icon on the class's image. */
  look: "wide" | "plain" | "picture";
  onOpen?: () => void;
}) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    onOpen?.();
    setOpen(true);
  };
  return (
    <>
      {look === "picture" ? (
        <IconButton onPicture icon={ListPlus} label={t`Add “${title}” to a playlist`} onClick={open} />
      ) : (
        <Button icon={ListPlus} wide={look === "wide"} onClick={open}>
          {t`Add to playlist`}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <PlaylistSheet classId={id} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
