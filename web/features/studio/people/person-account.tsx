import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import type { ActPerson } from "./act-types.ts";
import type { AccountStateFragment } from "./fragments.ts";

// Loaded on the press that opens them.
const sheets = () => import("./account-sheets.tsx");
const SeeAsSheet = lazy(async () => ({ default: (await import("./see-as-sheet.tsx")).SeeAsSheet }));
const SignOutSheet = lazy(async () => ({ default: (await sheets()).SignOutSheet }));
const ConfirmationSheet = lazy(async () => ({ default: (await sheets()).ConfirmationSheet }));
const SuspendSheet = lazy(async () => ({ default: (await sheets()).SuspendSheet }));
const ReinstateSheet = lazy(async () => ({ default: (await sheets()).ReinstateSheet }));
const ExportSheet = lazy(async () => ({ default: (await sheets()).ExportSheet }));
const DeletionSheet = lazy(async () => ({ default: (await sheets()).DeletionSheet }));

type Act = "seeAs" | "confirmation" | "signOut" | "suspend" | "reinstate" | "export" | "deletion";

const day = (time: string): string => formatMonthDayYear(new Date(time));

/** Access and data of an account: whether it is suspended or leaving, and what staff do about it. */
export function PersonAccount({
  person,
  canAct,
  canSeeAs,
  state,
}: {
  person: ActPerson;
  canAct: boolean;
  canSeeAs: boolean;
  state: ResultOf<typeof AccountStateFragment>;
}) {
  const { t } = useLingui();
  const [act, setAct] = useState<Act | null>(null);
  const {
    suspensionReason,
    suspendedUntil,
    deletedAt,
    exportRequestedAt,
    unconfirmedEmail,
    sessions,
    isStaff,
  } = state;
  const { name } = person;
  const close = () => setAct(null);
  const isSuspended = suspensionReason !== null;
  return (
    <section className="stack gap-4" aria-labelledby="person-account">
      <h2 className="t4" id="person-account">{t`Account`}</h2>
      {isStaff && !canAct && (
        <p className="t1 muted">{t`This person is on the team. Only admins can change their account.`}</p>
      )}
      <dl className="person-facts">
        <dt>{t`Status`}</dt>
        <dd>
          {isSuspended ? (
            <>
              <span className="tag tag-danger">
                {suspendedUntil ? t`Suspended until ${day(suspendedUntil)}` : t`Suspended`}
              </span>
              <span>{suspensionReason}</span>
            </>
          ) : (
            t`Open`
          )}
          {deletedAt && <span className="tag tag-danger">{t`Deleted on ${day(deletedAt)}`}</span>}
        </dd>
        {unconfirmedEmail && (
          <>
            <dt>{t`Not confirmed`}</dt>
            <dd>{unconfirmedEmail}</dd>
          </>
        )}
        <dt>{t`Signed-in devices`}</dt>
        <dd className="tn">{sessions}</dd>
        {exportRequestedAt && (
          <>
            <dt>{t`Data export`}</dt>
            <dd>{t`Requested ${day(exportRequestedAt)}`}</dd>
          </>
        )}
      </dl>
      {(canAct || canSeeAs) && (
        <div className="row wrap">
          {canSeeAs && !isStaff && <Button onClick={() => setAct("seeAs")}>{t`See as ${name}`}</Button>}
          {canAct && (
            <>
              {unconfirmedEmail && (
                <Button onClick={() => setAct("confirmation")}>{t`Send confirmation link`}</Button>
              )}
              {sessions > 0 && <Button onClick={() => setAct("signOut")}>{t`Sign out everywhere`}</Button>}
              {isSuspended ? (
                <Button onClick={() => setAct("reinstate")}>{t`Reinstate account`}</Button>
              ) : (
                <Button onClick={() => setAct("suspend")}>{t`Suspend account`}</Button>
              )}
              {!exportRequestedAt && <Button onClick={() => setAct("export")}>{t`Export data`}</Button>}
              {!deletedAt && <Button onClick={() => setAct("deletion")}>{t`Delete account`}</Button>}
            </>
          )}
        </div>
      )}
      <Suspense>
        {act === "seeAs" && <SeeAsSheet person={person} onClose={close} />}
        {act === "confirmation" && unconfirmedEmail && (
          <ConfirmationSheet person={person} address={unconfirmedEmail} onClose={close} />
        )}
        {act === "signOut" && <SignOutSheet person={person} onClose={close} />}
        {act === "suspend" && <SuspendSheet person={person} onClose={close} />}
        {act === "reinstate" && <ReinstateSheet person={person} onClose={close} />}
        {act === "export" && <ExportSheet person={person} onClose={close} />}
        {act === "deletion" && <DeletionSheet person={person} onClose={close} />}
      </Suspense>
    </section>
  );
}
