import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/button.tsx";
import { ProfileSettings } from "../../identity/public/profile-settings.tsx";

/** In-place editor of the viewer's own profile. */
export function ProfileEdit({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  return (
    <section className="stack profile-edit" aria-labelledby="profile-edit">
      <div className="row between">
        <h1 className="d2" id="profile-edit">{t`Your page`}</h1>
        <Button onClick={onDone}>{t`Done`}</Button>
      </div>
      <ProfileSettings />
    </section>
  );
}
