import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { FamilyQuery, useFamilyActions } from "../actions/family.ts";
import { FaceChoice } from "../components/face-choice.tsx";
import { MemberForm } from "../components/member-form.tsx";
import { PinSetting } from "../components/pin-setting.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { EnteredChildren } from "./entered-children.tsx";

// Lazy: most families have a seat for everyone.
const SeatChoice = lazy(async () => ({ default: (await import("./seat-choice.tsx")).SeatChoice }));

const HolderQuery = graphql(`
  query FamilyHolder {
    me {
      id
      name
      isChild
    }
  }
`);

/** The profiles of the account, and the PIN for leaving a child's profile. */
export function FamilySection() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: HolderQuery });
  const me = data?.me;
  return (
    <section className="stack" aria-labelledby="family">
      <h2 className="d2" id="family">{t`Family`}</h2>
      {me &&
        (me.isChild ? (
          <p className="muted pretty">
            {t`Ask an adult to change this.`}{" "}
            <Link className="link strong" to={paths.family()}>
              {t`Who’s dancing?`}
            </Link>
          </p>
        ) : me.name ? (
          <Members />
        ) : (
          <p className="muted pretty">{t`Sign up to give everyone in your family their own profile.`}</p>
        ))}
    </section>
  );
}

type Family = ResultOf<typeof FamilyQuery>["family"];

function Members() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: FamilyQuery });
  const [adding, setAdding] = useState(false);
  if (!data) return null;
  const { family } = data;
  const others = family.members.filter(({ isHolder }) => !isHolder);
  const left = family.maxMembers - others.length;
  return (
    <>
      <p className="muted pretty">
        {t`Give everyone their own level and progress. Child profiles have no explicit content, posting, or leaderboards.`}
      </p>
      {others.map((member) => (
        <MemberSetting key={member.id} member={member} isActive={member.id === family.activeId} />
      ))}
      <EnteredChildren />
      {adding ? (
        <MemberForm
          needsPin={!family.hasPin}
          onDone={() => setAdding(false)}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <p className="row wrap">
          <Button
            onClick={() => setAdding(true)}
            disabledReason={left > 0 ? null : t`You’ve reached 6 profiles. Remove one to add another.`}
          >
            {t`Add profile`}
          </Button>
          {others.length > 0 && (
            <Link className="btn btn-line" to={paths.family()}>
              {t`Who’s dancing?`}
            </Link>
          )}
        </p>
      )}
      {others.length > 0 && (
        <Suspense>
          <SeatChoice />
        </Suspense>
      )}
      {others.length > 0 && <PinSetting hasPin={family.hasPin} />}
    </>
  );
}

function MemberSetting({ member, isActive }: { member: Family["members"][number]; isActive: boolean }) {
  const { t } = useLingui();
  const { remove } = useFamilyActions();
  const [mode, setMode] = useState<"rest" | "edit" | "remove">("rest");
  const [busy, setBusy] = useState(false);
  const name = member.name ?? "";
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      await remove(member.id);
      showToast(t`Deleted ${name}’s profile.`);
    } catch {
      showToast(t`Couldn’t delete ${name}’s profile. Try again.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Setting
      title={name}
      action={
        mode === "rest" && (
          <div className="row">
            <Button size="s" aria-label={t`Change ${name}`} onClick={() => setMode("edit")}>
              {t`Change`}
            </Button>
            {!isActive && (
              <Button size="s" tone="bare" aria-label={t`Remove ${name}`} onClick={() => setMode("remove")}>
                {t`Remove`}
              </Button>
            )}
          </div>
        )
      }
    >
      {mode === "rest" && <p className="muted">{member.isChild ? t`Child` : t`Adult`}</p>}
      {mode === "edit" && (
        <div className="stack">
          <FaceChoice profileId={member.id} name={name} photoURL={member.photoURL} />
          <MemberForm
            member={{ id: member.id, name, isChild: member.isChild }}
            needsPin={false}
            onDone={() => setMode("rest")}
            onCancel={() => setMode("rest")}
          />
        </div>
      )}
      {mode === "remove" && (
        <div className="stack gap-3">
          <p className="pretty">
            {t`This permanently deletes ${name}’s progress, saved classes, and badges.`}
          </p>
          <p className="row wrap">
            <Button tone="bad" busy={busy} onClick={() => void take()}>
              {t`Remove ${name}`}
            </Button>
            <Button onClick={() => setMode("rest")}>{t`Keep profile`}</Button>
          </p>
        </div>
      )}
    </Setting>
  );
}
