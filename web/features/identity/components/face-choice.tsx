import "./face-choice.css";
import { useLingui } from "@lingui/react/macro";
import { defaultFace, faceCount, faceOf, facePath } from "../../../../contract/faces.ts";
import { useState } from "react";
import { graphql } from "../../../graphql/graphql.ts";
import { useClient, useMutation } from "../../../graphql/hooks.ts";
import { showToast } from "../../../ui/toast.ts";

const ChooseFace = graphql(`
  mutation ChooseFace($profileId: ID!, $face: Int!) {
    chooseFace(profileId: $profileId, face: $face) {
      id
      members {
        id
        photoURL
      }
    }
  }
`);
/** The bars and the settings show the same person by another type. */
const MyFace = graphql(`
  query MyFace {
    me {
      id
      photoURL
    }
  }
`);

const faces = Array.from({ length: faceCount }, (_unused, index) => index + 1);

/** Portraits for a profile, each with its color. The choice is saved at once; a photo takes its place and the other way round. */
export function FaceChoice({
  profileId,
  name,
  photoURL,
}: {
  profileId: string;
  name: string;
  photoURL: string | null;
}) {
  const { t } = useLingui();
  const client = useClient();
  const [, choose] = useMutation(ChooseFace);
  // Shown at once: a disabled radio would lose the keyboard's focus.
  const [pending, setPending] = useState<number | null>(null);
  const chosen = pending ?? (photoURL === null ? defaultFace(name) : faceOf(photoURL));
  const looks = [
    t`Topknot, coral band`,
    t`Round curls, mint band`,
    t`Bob, amber band`,
    t`Flat top, lilac band`,
    t`Long waves, green band`,
    t`Braids, orange band`,
    t`Gray beard, blue band`,
    t`Rose headscarf, gold edge`,
  ];
  const take = async (face: number): Promise<void> => {
    setPending(face);
    const { error } = await choose({ profileId, face });
    if (!error) await client.query(MyFace, {}, { requestPolicy: "network-only" });
    setPending(null);
    if (error) showToast(t`Couldn’t change the portrait. Try again.`);
  };
  return (
    <fieldset className="faces">
      <legend className="lab">{t`Portrait`}</legend>
      <div>
        {faces.map((face) => (
          <label key={face} className="face" data-face={face}>
            <input
              type="radio"
              className="sr-only"
              name={`face-${profileId}`}
              checked={face === chosen}
              onChange={() => void take(face)}
            />
            <img src={facePath(face)} alt={looks[face - 1]} width={64} height={64} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
