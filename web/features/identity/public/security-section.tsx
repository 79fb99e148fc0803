import "../identity.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Link } from "../../../lib/router/index.ts";
import { paths } from "../../../lib/paths.ts";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { EmailFragment, EmailSetting } from "../components/email-setting.tsx";
import { PasswordSetting } from "../components/password-setting.tsx";
import { PasskeysFragment, PasskeysSetting } from "../components/passkeys-setting.tsx";
import { ProvidersFragment, ProvidersSetting } from "../components/providers-setting.tsx";
import { SessionsFragment, SessionsSetting } from "../components/sessions-setting.tsx";
import { TwoStepsFragment, TwoStepsSetting } from "../components/two-step-setting.tsx";
import { useConfirmation } from "./use-confirmation.tsx";

const SecurityQuery = graphql(`
  query Security {
    me {
      id
      name
      isChild
    }
  }
`);

const AccountQuery = graphql(
  `
    query Account {
      account {
        id
        hasPassword
        ...AddressSetting_account
        ...TwoStepsSetting_account
        ...PasskeysSetting_account
        ...ProvidersSetting_account
        ...SessionsSetting_account
      }
    }
  `,
  [EmailFragment, TwoStepsFragment, PasskeysFragment, ProvidersFragment, SessionsFragment],
);

/** Sign-in and security: email address, password, devices. Guests see the benefits of registering. */
export function SecuritySection() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: SecurityQuery });
  const isMember = Boolean(data?.me?.name);
  // Sign-in settings are hidden from child profiles.
  if (data?.me?.isChild) return null;
  return (
    <section className="stack" aria-labelledby="security">
      <h2 className="d2" id="security">{t`Signing in`}</h2>
      {data && (isMember ? <MemberSecurity /> : <GuestSecurity />)}
    </section>
  );
}

function GuestSecurity() {
  const { t } = useLingui();
  return (
    <>
      <p className="muted pretty">{t`You’re browsing as a guest. Your progress is only in this browser. Sign up to keep it.`}</p>
      <p className="row wrap">
        <Link className="btn" to={paths.register()} search={{ next: paths.settings() }}>
          {t`Sign up`}
        </Link>
        <Link className="btn btn-line" to={paths.login()} search={{ next: paths.settings() }}>
          {t`Sign in`}
        </Link>
      </p>
    </>
  );
}

function MemberSecurity() {
  const { t } = useLingui();
  const query = useQuery({ query: AccountQuery, requestPolicy: "cache-and-network" });
  const [{ data, error }, again] = query;
  const { confirmed, sheet } = useConfirmation();
  const refresh = () => again({ requestPolicy: "network-only" });
  if (error && !data)
    return (
      <QueryError query={query} title={t`Couldn’t load your account`}>
        {t`We couldn’t connect. Nothing has changed.`}
      </QueryError>
    );
  if (!data)
    return (
      <Skeleton label={t`Loading your account`} className="stack">
        <TextSkeleton className="t3 w-4/5" />
        <TextSkeleton className="t3 w-1/2" />
      </Skeleton>
    );
  const { account } = data;
  return (
    <>
      <EmailSetting account={account} confirmed={confirmed} onChanged={refresh} />
      <PasswordSetting hasPassword={account.hasPassword} confirmed={confirmed} onChanged={refresh} />
      <TwoStepsSetting account={account} confirmed={confirmed} onChanged={refresh} />
      <PasskeysSetting account={account} confirmed={confirmed} onChanged={refresh} />
      <ProvidersSetting account={account} confirmed={confirmed} />
      <SessionsSetting account={account} />
      {sheet}
    </>
  );
}
