import { useEffect, useState, type ReactNode } from "react";
import { AdultNeeded } from "../../features/identity/public/adult-needed.tsx";
import { isChosen } from "../../features/identity/public/first-choice.ts";
import { useIsChild, type Me } from "../../features/identity/public/me.ts";
import { adultKey } from "../../graphql/known-adult.ts";
import { useSessionState } from "../../graphql/provider.tsx";
import { paths } from "../../lib/paths.ts";
import { useNavigate, useShown } from "../../lib/router/hooks.ts";
import type { Chrome } from "../../lib/route.ts";
import { audienceOf, type Audience } from "./audiences.ts";
import { ChildBar, ChildTabs } from "./child-frame.tsx";

/** What replaces the parts of the usual frame; a part that is left out stays. */
export type FrameParts = { chrome?: Chrome; bar?: ReactNode; tabs?: ReactNode; page?: ReactNode };

/** `choose`: a profile comes first. `adult`: the page needs the PIN. `wait`: the profile is loading. */
type Access = "open" | "choose" | "adult" | "wait";

/** On a connection without an answer, a profile that isn’t known by then counts as a child’s; milliseconds. */
const patienceMs = 4_000;

/**
 * Frame of an account with several profiles. It asks who dances before a person's page, keeps a child to
 * a child's pages, and a page about money to the holder.
 */
export function FamilyFrame({
  me,
  children,
}: {
  me: Me | null | undefined;
  children: (parts: FrameParts) => ReactNode;
}) {
  const { route } = useShown();
  const session = useSessionState();
  const navigate = useNavigate();
  const ready = session.status === "ready" ? session : null;
  const isOther = ready !== null && ready.userId !== ready.accountId;
  const isChild = useIsChild();
  const isLoading = me === undefined;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLoading]);
  const access = accessOf(route ? audienceOf(route.path) : "everyone", {
    isLoading: isLoading && !isLate,
    isChild,
    isOther,
    isUnchosen: ready !== null && (me?.familySize ?? 1) > 1 && !isChosen(ready.accountId),
  });
  useEffect(() => {
    if (access !== "choose") return;
    const next = location.pathname + location.search + location.hash;
    void navigate({ to: paths.family(), search: { next }, replace: true });
  }, [access, navigate]);
  useEffect(() => {
    if (!me) return;
    if (isOther && !me.isChild) localStorage.setItem(adultKey, me.uid);
    else localStorage.removeItem(adultKey);
  }, [me, isOther]);

  if (access === "wait" || access === "choose") return children({ chrome: "plain", page: null });
  const adultPage: FrameParts = access === "adult" ? { chrome: "full", page: <AdultNeeded /> } : {};
  if (!isChild) return children(adultPage);
  const hasBar = access === "adult" || (route?.chrome ?? "full") === "full";
  return children({
    ...adultPage,
    bar: <ChildBar me={me ?? null} isHidden={!hasBar} />,
    tabs: hasBar && <ChildTabs />,
  });
}

type Dancer = {
  isLoading: boolean;
  isChild: boolean;
  /** The active profile isn’t the account holder’s. */
  isOther: boolean;
  isUnchosen: boolean;
};

function accessOf(audience: Audience | null, { isLoading, isChild, isOther, isUnchosen }: Dancer): Access {
  if (audience === "everyone") return "open";
  // Only another profile than the holder’s can be a child’s.
  if (isLoading && isOther) return "wait";
  if (isUnchosen) return "choose";
  if (audience === "holder") return isOther ? "adult" : "open";
  return isChild && audience !== "family" ? "adult" : "open";
}
