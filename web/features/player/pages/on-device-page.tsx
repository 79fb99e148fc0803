import "./on-device.css";
import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { IconButton } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { dropClass } from "../core/offline/keep.ts";
import { type KeptClass, listKept } from "../core/offline/record.ts";

/** The classes that are kept on this device. It needs no connection itself. */
export function Page() {
  const { t, i18n } = useLingui();
  usePageTitle(t`On this device`);
  const [kept, setKept] = useState(() => listKept(localStorage));
  const drop = async ({ studioClass }: KeptClass): Promise<void> => {
    setKept((known) => known.filter((one) => one.studioClass.classId !== studioClass.classId));
    await dropClass(studioClass.classId);
  };
  const sum = kept.reduce((bytes, one) => bytes + one.bytes, 0);
  return (
    <div className="page page-top stack">
      <h1 className="d1 d1-page">{t`On this device`}</h1>
      {kept.length === 0 ? (
        <EmptyState
          title={t`Nothing is kept here`}
          action={<Link className="btn" to={paths.saved()}>{t`To your saved classes`}</Link>}
        >
          {t`In the player, “How you practise” keeps a class here, to dance it without a connection.`}
        </EmptyState>
      ) : (
        <>
          <p className="muted">{t`${i18n.number(Math.ceil(sum / 1e6))} MB in all. They play without a connection until the day that stands beside them.`}</p>
          <ul className="setlist kept">
            {kept.map((one) => {
              const { studioClass, expiresAt, bytes } = one;
              const isOver = expiresAt < Date.now();
              const day = i18n.date(new Date(expiresAt), { dateStyle: "medium" });
              return (
                <li key={studioClass.classId}>
                  <Link className="set-i" to={paths.player(studioClass.classId)}>
                    <span>
                      <span className="strong">{studioClass.title}</span>
                      <span className="facts">
                        <span>{studioClass.instructor.name}</span>
                        <span className="tn">{t`${i18n.number(Math.ceil(bytes / 1e6))} MB`}</span>
                      </span>
                    </span>
                    <span className="t1 muted">{isOver ? t`Open it once online` : t`Until ${day}`}</span>
                  </Link>
                  <IconButton
                    label={t`Take ${studioClass.title} off this device`}
                    icon={Trash2}
                    onClick={() => void drop(one)}
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}
