import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { Button } from "../../../ui/button.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { showToast } from "../../../ui/toast.ts";
import { Setting } from "../../../ui/setting.tsx";
import { defaultFace, faceOf, facePath } from "../../../../contract/faces.ts";
import { FaceChoice } from "./face-choice.tsx";
import { squarePhoto } from "./square-photo.ts";

export const PhotoFragment = graphql(`
  fragment PhotoSetting_me on User {
    id
    uid
    username
    name
    photoURL
  }
`);
const MyPhoto = graphql(`
  query MyPhoto {
    me {
      id
      photoURL
    }
  }
`);

/** Error code of a response; empty if it has none. */
async function refusalOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { error?: { code?: string } } | null;
  return body?.error?.code ?? "";
}

/** The profile photo: upload, square crop, removal. */
export function PhotoSetting({ me }: { me: FragmentOf<typeof PhotoFragment> }) {
  const { t } = useLingui();
  const { uid, username, name, photoURL } = readFragment(PhotoFragment, me);
  const shownName = username ?? name ?? "";
  const hasPhoto = photoURL !== null && faceOf(photoURL) === null;
  const session = useSession();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const faults: Record<string, string> = {
    PICTURE_UNREADABLE: t`Choose a JPEG, PNG, or WebP image.`,
    PICTURE_ANIMATED: t`Animated images aren’t supported.`,
    PICTURE_TOO_LARGE: t`This image is too large (over 60 megapixels).`,
    RATE_LIMITED: t`Too many photo changes. Try again in an hour.`,
  };
  const send = async (method: "POST" | "DELETE", body: Blob | null): Promise<void> => {
    const response = await fetch("/me/photo", {
      method,
      body,
      headers: { "x-auth-token": `Bearer ${await session.token()}` },
    });
    if (!response.ok) throw new SessionError(await refusalOf(response), response.status);
    await client.query(MyPhoto, {}, { requestPolicy: "network-only" });
  };
  const change = async (file: File | null): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      const photo = file && (await squarePhoto(file));
      if (file && !photo) {
        setFault(t`Choose a JPEG, PNG, or WebP image.`);
        return;
      }
      await send(photo ? "POST" : "DELETE", photo);
      showToast(photo ? t`Photo updated.` : t`Photo removed.`);
    } catch (error) {
      const code = error instanceof SessionError ? error.code : "";
      setFault(faults[code] ?? t`Couldn’t update your photo. Try again.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Setting title={t`Photo`}>
      <div className="row wrap photo-row">
        <span className="photo">
          <img
            src={photoURL ?? facePath(defaultFace(shownName))}
            alt={hasPhoto ? t`Your photo` : t`Your portrait`}
            width={96}
            height={96}
          />
        </span>
        <div className="row wrap">
          <FileInput
            ref={input}
            accept="image/jpeg,image/png,image/webp"
            label={t`Choose a photo from this device`}
            onChoose={(file) => void change(file)}
          />
          <Button size="s" busy={busy} onClick={() => input.current?.click()}>
            {hasPhoto ? t`Choose another photo` : t`Choose a photo`}
          </Button>
          {hasPhoto && (
            <Button size="s" tone="line" busy={busy} onClick={() => void change(null)}>
              {t`Remove photo`}
            </Button>
          )}
        </div>
      </div>
      <p role="alert" className="hint hint-bad">
        {fault}
      </p>
      <FaceChoice profileId={uid} name={shownName} photoURL={photoURL} />
      <p className="hint">{t`We remove location and camera data.`}</p>
    </Setting>
  );
}
