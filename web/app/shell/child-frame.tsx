import { useLingui } from "@lingui/react/macro";
import { Award, LogOut } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Me } from "../../features/identity/public/me.ts";
import { paths } from "../../lib/paths.ts";
import { Link, useLocation } from "../../lib/router/index.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TabBar } from "./tab-bar.tsx";

const AdultSheet = lazy(async () => ({
  default: (await import("../../features/identity/public/adult-sheet.tsx")).AdultSheet,
}));

/** A child's top bar: who dances, three places, and the way out. Answers refusals with the adult's PIN. */
export function ChildBar({ me, isHidden }: { me: Me | null; isHidden: boolean }) {
  const { t } = useLingui();
  const next = useLocation({ select: ({ pathname, search }) => pathname + search });
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const ask = (): void => setAsking(true);
    addEventListener("forbidden", ask);
    return () => removeEventListener("forbidden", ask);
  }, []);
  const name = me?.name ?? "";
  return (
    <>
      {!isHidden && (
        <header className="top-bar">
          <div className="page">
            <span className="row">
              <Avatar url={me?.photoURL ?? null} name={name} />
              <b dir="auto">{name}</b>
            </span>
            <nav className="top-nav" aria-label={t`Main`}>
              <Link to={paths.dashboard()}>{t`Today`}</Link>
              <Link to={paths.library()}>{t`Library`}</Link>
              <Link to={paths.badges()}>{t`Badges`}</Link>
            </nav>
            <span className="top-space" />
            <Link className="btn btn-s" to={paths.family()} search={{ next }}>
              <Icon of={LogOut} size="s" />
              {t`Leave`}
            </Link>
          </div>
        </header>
      )}
      {isAsking && (
        <Suspense>
          <AdultSheet name={name} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A child's three places, on phones and small tablets. */
export function ChildTabs() {
  const { t } = useLingui();
  return (
    <TabBar>
      <Link to={paths.badges()}>
        <Award aria-hidden="true" />
        {t`Badges`}
      </Link>
    </TabBar>
  );
}
