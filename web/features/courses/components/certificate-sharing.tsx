import { useLingui } from "@lingui/react/macro";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { ShareButton } from "../../../layouts/share-button.tsx";
import { Button } from "../../../ui/button.tsx";

const ShareCertificate = graphql(`
  mutation ShareCertificate($id: ID!, $isShared: Boolean!) {
    shareCertificate(id: $id, isShared: $isShared) {
      id
      isShared
    }
  }
`);

/** Shows the viewer's certificate to others by its link, or hides it; and prints it. */
export function CertificateSharing({
  certificate: { id, title, isShared },
}: {
  certificate: { id: string; title: string; isShared: boolean };
}) {
  const { t } = useLingui();
  const [{ fetching, error }, share] = useMutation(ShareCertificate);
  return (
    <div className="stack cert-acts">
      <p className="muted pretty" role="status">
        {isShared
          ? t`Anyone with the link sees your name, the course, and the day.`
          : t`Only you see this page. A link shows your name, the course, and the day.`}
      </p>
      <div className="row wrap">
        {isShared && <ShareButton title={title} path={paths.certificate(id)} />}
        {/* One button, so that the focus stays. */}
        <Button busy={fetching} onClick={() => void share({ id, isShared: !isShared })}>
          {isShared ? t`Stop sharing` : t`Create link`}
        </Button>
        <Button onClick={() => window.print()}>{t`Print or save as PDF`}</Button>
      </div>
      <p className="hint hint-bad empty:hidden" role="alert">
        {error &&
          (hasCode(error, "REGISTRATION_REQUIRED") ? (
            <Link className="link strong" to={paths.register()} search={{ next: paths.certificate(id) }}>
              {t`Sign up first to share. Your certificate stays.`}
            </Link>
          ) : (
            t`Couldn’t change the link. Try again.`
          ))}
      </p>
    </div>
  );
}
