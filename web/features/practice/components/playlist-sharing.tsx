import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";

const SharePlaylist = graphql(`
  mutation SharePlaylist($id: ID!, $isShared: Boolean!) {
    sharePlaylist(id: $id, isShared: $isShared) {
      id
      shareKey
    }
  }
`);

/** Makes the link by which others see a playlist, copies it, and withdraws it. */
export function PlaylistSharing({
  playlist,
  onClose,
}: {
  playlist: { id: string; shareKey: string | null };
  onClose: () => void;
}) {
  const { t } = useLingui();
  const pathname = useLocation({ select: (at) => at.pathname });
  const [{ fetching, error }, share] = useMutation(SharePlaylist);
  // After the hash the key never leaves the browser with a request for a page.
  const link = playlist.shareKey && `${location.origin}${paths.sharedPlaylist()}#${playlist.shareKey}`;
  const change = async (isShared: boolean): Promise<void> => {
    const { error: fault } = await share({ id: playlist.id, isShared });
    if (!fault && !isShared) showToast(t`Link withdrawn.`);
  };
  return (
    <Sheet title={t`Share playlist`} closeLabel={t`Close`} onClose={onClose}>
      <p className="muted pretty">
        {t`Anyone with the link sees the name and the classes, but not whose playlist it is.`}
      </p>
      {link ? (
        <>
          <label className="field">
            <span className="lab">{t`Link`}</span>
            <input className="in" readOnly value={link} onFocus={({ target }) => target.select()} />
          </label>
          <div className="row wrap">
            <Button
              tone="go"
              onClick={() =>
                void copyText(link, { done: t`Link copied.`, refused: t`Select the link and copy it.` })
              }
            >
              {t`Copy link`}
            </Button>
            <Button busy={fetching} onClick={() => void change(false)}>
              {t`Withdraw link`}
            </Button>
          </div>
        </>
      ) : (
        <div className="row wrap">
          <Button tone="go" busy={fetching} onClick={() => void change(true)}>
            {t`Create link`}
          </Button>
        </div>
      )}
      <p className="hint hint-bad empty:hidden" role="alert">
        {error &&
          (hasCode(error, "REGISTRATION_REQUIRED") ? (
            <Link className="link strong" to={paths.register()} search={{ next: pathname }}>
              {t`Sign up first to share. Your playlists stay.`}
            </Link>
          ) : (
            t`Couldn’t change the link. Try again.`
          ))}
      </p>
    </Sheet>
  );
}
