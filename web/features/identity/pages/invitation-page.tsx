import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { useSessionState } from "../../../graphql/provider.tsx";
import { QueryError } from "../../../layouts/query-error.tsx";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, Skeleton, TextSkeleton } from "../../../ui/state.tsx";
import { useRoleLabels } from "../components/role-labels.ts";
import { useMailedKey } from "../components/use-email-token.ts";
import { readInvitation, storeInvitation } from "../components/stored-invitation.ts";

const InvitationQuery = graphql(`
  query StaffInvitation($token: String!) {
    staffInvitation(token: $token) {
      id
      emailAddress
      role
      expiresAt
    }
  }
`);
const AcceptInvitation = graphql(`
  mutation AcceptStaffInvitation($token: String!) {
    staffInvitationAccept(token: $token)
  }
`);
type Invitation = NonNullable<ResultOf<typeof InvitationQuery>["staffInvitation"]>;

/** Where the link of an invitation to the team leads: shows the role, and accepts it on a press. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Invitation to the team`);
  const mailed = useMailedKey();
  const [token] = useState(() => mailed ?? readInvitation());
  useEffect(() => {
    if (mailed) storeInvitation(mailed);
  }, [mailed]);
  const query = useQuery({
    query: InvitationQuery,
    variables: { token: token ?? "" },
    pause: token === null,
    requestPolicy: "network-only",
  });
  const [{ data, error }] = query;
  if (token === null || data?.staffInvitation === null)
    return (
      <div className="page form-page">
        <EmptyState page title={t`This invitation doesn’t work anymore`}>
          {t`Invitations work once, for 7 days. Ask the person who invited you for a new one.`}
        </EmptyState>
      </div>
    );
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{t`Join the team`}</h1>
      {data?.staffInvitation ? (
        <Offer invitation={data.staffInvitation} token={token} />
      ) : error ? (
        <QueryError query={query} title={t`Couldn’t load the invitation`}>
          {t`We couldn’t connect. Nothing changed.`}
        </QueryError>
      ) : (
        <Skeleton label={t`Loading`} className="stack">
          <TextSkeleton className="t3 w-3/4" />
          <TextSkeleton className="t3 w-full" />
        </Skeleton>
      )}
    </div>
  );
}

function Offer({ invitation, token }: { invitation: Invitation; token: string }) {
  const { t } = useLingui();
  const labels = useRoleLabels();
  const session = useSessionState();
  const { emailAddress, role, expiresAt } = invitation;
  const { name, what } = labels[role];
  const day = formatMonthDayYear(new Date(expiresAt));
  const next = { next: paths.invitation() };
  return (
    <>
      <dl className="stack gap-2">
        <div className="row wrap gap-2">
          <dt className="muted">{t`Role`}</dt>
          <dd className="strong">{name}</dd>
        </div>
        <div className="row wrap gap-2">
          <dt className="muted">{t`What you can do`}</dt>
          <dd>{what}</dd>
        </div>
        <div className="row wrap gap-2">
          <dt className="muted">{t`Invited email`}</dt>
          <dd>{emailAddress}</dd>
        </div>
        <div className="row wrap gap-2">
          <dt className="muted">{t`Works until`}</dt>
          <dd>{day}</dd>
        </div>
      </dl>
      {session.status === "ready" && !session.isAnonymous ? (
        <Accept token={token} emailAddress={emailAddress} />
      ) : (
        <>
          <p className="pretty">{t`Sign in or sign up with ${emailAddress} to accept.`}</p>
          <p className="row wrap gap-4">
            <Link className="btn btn-go" to={paths.login()} search={next}>
              {t`Sign in`}
            </Link>
            <Link className="btn" to={paths.register()} search={next}>
              {t`Sign up`}
            </Link>
          </p>
        </>
      )}
    </>
  );
}

function Accept({ token, emailAddress }: { token: string; emailAddress: string }) {
  const { t } = useLingui();
  const [{ fetching }, accept] = useMutation(AcceptInvitation);
  const [fault, setFault] = useState<string | null>(null);
  const faults: Record<string, string> = {
    INVITATION_INVALID: t`This invitation doesn’t work anymore. Ask for a new one.`,
    INVITATION_OF_OTHER: t`This invitation is for ${emailAddress}. Sign out, and sign in with that email.`,
    EMAIL_UNVERIFIED: t`Confirm your email first: open the link that we sent you. Then press Accept again.`,
    FORBIDDEN: t`Only active account holders can have a role.`,
    RATE_LIMITED: t`Too many attempts. Wait an hour.`,
  };
  const press = async (): Promise<void> => {
    setFault(null);
    const { error } = await accept({ token });
    if (error) return setFault(faults[codeOf(error)] ?? t`Couldn’t accept. Try again.`);
    storeInvitation(null);
    // A page load gets a token with the new role.
    location.assign(paths.studio());
  };
  return (
    <>
      <p role="alert" className="hint hint-bad empty:hidden">
        {fault}
      </p>
      <Button tone="go" size="l" wide busy={fetching} onClick={() => void press()}>
        {t`Accept`}
      </Button>
      <p className="t1 muted pretty">
        {t`Studio pages need two-step verification or a passkey. You have 7 days to set one up.`}
      </p>
    </>
  );
}
