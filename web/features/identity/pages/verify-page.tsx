import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "../../../lib/router/index.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { LinkSpent } from "../parts/link-spent.tsx";
import { useForm } from "../parts/use-form.ts";
import { useMailedKey } from "../parts/use-mailed-key.ts";

/** Where the letter leads that asks whether an address is theirs. A press is asked for, as everywhere that a link changes something. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Your address`);
  const session = useSession();
  const key = useMailedKey();
  const [proved, setProved] = useState<string | null>(null);
  const { submit, busy, faultOf } = useForm(async () => {
    const { email } = await session.ask("/prove-address", { key });
    setProved(String(email));
  });
  if (!key) return <LinkSpent />;
  if (proved)
    return (
      <div className="page form-page" role="status">
        <h1 className="d1 d1-page">{t`That’s settled`}</h1>
        <p className="muted pretty">{t`${proved} is yours. It gets you back in, even without your password.`}</p>
        <p>
          <Link className="btn btn-go" to={paths.dashboard()}>
            {t`Dance tonight’s set`}
          </Link>
        </p>
      </div>
    );
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Is this address yours?`}</h1>
      <p className="muted pretty">{t`Say yes if you registered yourself. Else close this page, and nothing happens.`}</p>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <p role="alert" className="hint hint-bad">
          {faultOf(null)}
        </p>
        <Button type="submit" tone="go" size="l" wide busy={busy}>
          {t`Yes, it’s mine`}
        </Button>
      </form>
    </div>
  );
}
