import "./family.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { defaultFace, faceOf, facePath } from "../../../../contract/faces.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { SessionError } from "../../../graphql/session-error.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths, safeReturnPath } from "../../../lib/paths.ts";
import { Link, useNavigate, useSearch } from "../../../lib/router/index.ts";

import { QueryError } from "../../../layouts/query-error.tsx";
import { showToast } from "../../../ui/toast.ts";
import { FamilyQuery, useFamilyActions } from "../actions/family.ts";
import { CoPracticeChips } from "../public/co-practice.tsx";
import { useFaultTexts } from "../components/fault-texts.ts";

// Lazy: only a child's profile asks for the PIN.
const PinForm = lazy(async () => ({ default: (await import("../forms/pin-form.tsx")).PinForm }));

/** Profile picker, shown at the start and on switching profiles. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Who’s dancing?`);
  const navigate = useNavigate();
  const { next } = useSearch() as { next?: unknown };
  const query = useQuery({
    query: FamilyQuery,
    requestPolicy: "cache-and-network",
  });
  const [{ data, error }] = query;
  const { choose } = useFamilyActions();
  const textOf = useFaultTexts();
  const [pinProfileId, setPinProfileId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  if (!data)
    return (
      <div className="page family-page">
        {error && (
          <QueryError page query={query} title={t`Couldn’t load your family`}>
            {t`We couldn’t connect. The profile hasn’t changed.`}
          </QueryError>
        )}
      </div>
    );
  const { members, activeId } = data.family;
  const active = members.find(({ id }) => id === activeId);
  const isLocked = active?.isChild ?? false;
  const go = () =>
    navigate({ href: safeReturnPath(typeof next === "string" ? next : null, location.origin) });
  const press = async (id: string, isChild: boolean): Promise<void> => {
    if (busy) return;
    if (isLocked && !isChild) return setPinProfileId(id);
    setBusy(true);
    try {
      await choose(id, null);
      await go();
    } catch (refused) {
      if (!(refused instanceof SessionError)) throw refused;
      if (refused.code === "PIN_NEEDED") return setPinProfileId(id);
      showToast(textOf(refused.code).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="page family-page">
      <header>
        <h1 className="d1 d1-page">{t`Who’s dancing?`}</h1>
        <p className="muted pretty">{t`Each profile has its own classes, badges, and streak.`}</p>
      </header>
      <ul className="dancers">
        {members.map(({ id, name, photoURL, isChild }) => (
          <li key={id}>
            <button
              type="button"
              className="dancer"
              aria-pressed={id === activeId}
              aria-busy={busy || undefined}
              onClick={() => void press(id, isChild)}
            >
              <span
                className="dancer-face"
                data-face={faceOf(photoURL) ?? defaultFace(name ?? "")}
                aria-hidden="true"
              >
                <img src={photoURL ?? facePath(defaultFace(name ?? ""))} alt="" />
              </span>
              <bdi className="t3 strong">{name ?? t`You`}</bdi>
              {isChild && <span className="t1 muted">{t`Child`}</span>}
            </button>
          </li>
        ))}
      </ul>
      {pinProfileId && (
        <Suspense>
          <PinForm
            key={pinProfileId}
            onPin={async (pin) => {
              await choose(pinProfileId, pin);
              await go();
            }}
          />
        </Suspense>
      )}
      {members.length > 1 && !pinProfileId && (
        <section className="family-together" aria-labelledby="together">
          <h2 className="t4" id="together">{t`Dancing together?`}</h2>
          <p className="muted pretty">{t`Select who’s dancing. Classes count for everyone selected.`}</p>
          <CoPracticeChips
            members={members}
            activeId={activeId}
            ids={data.coPracticeOf.map(({ id }) => id)}
          />
        </section>
      )}
      {!isLocked && (
        <p className="row wrap" style={{ justifyContent: "center" }}>
          <Link className="link" to={paths.settings()} hash="family">
            {t`Manage family`}
          </Link>
        </p>
      )}
    </div>
  );
}
