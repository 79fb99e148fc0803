import { useLingui } from "@lingui/react/macro";
import { Bell, BellRing } from "lucide-react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useSessionState } from "../../../graphql/provider.tsx";
import { paths } from "../../../lib/paths.ts";
import { Link, useLocation } from "../../../lib/router/index.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useIsChild } from "../../identity/public/me.ts";

const SetReleaseAlert = graphql(`
  mutation SetReleaseAlert($classId: ID!, $isOn: Boolean!) {
    setReleaseAlert(classId: $classId, isOn: $isOn) {
      id
      hasAlert
    }
  }
`);

type AlertToggleProps = {
  /** Of the upcoming class. */
  id: string;
  title: string;
  hasAlert: boolean;
  /** The page's main action. */
  isMain?: boolean;
};

/** Asks to be notified when an upcoming class is published, or takes it back. Guests sign up first; children don't get one. */
export function AlertToggle({ id, title, hasAlert, isMain = false }: AlertToggleProps) {
  const { t } = useLingui();
  const session = useSessionState();
  const isChild = useIsChild();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [{ fetching }, set] = useMutation(SetReleaseAlert);
  if (isChild) return null;
  const look = isMain ? ({ tone: "go", size: "l", wide: true } as const) : ({ size: "s" } as const);
  if (session.status === "ready" && session.isAnonymous)
    return (
      <Link
        className={buttonClass(look)}
        to={paths.register()}
        search={{ next: pathname }}
        aria-label={t`Notify me: ${title}`}
      >
        <Icon of={Bell} />
        {t`Notify me`}
      </Link>
    );
  const change = async (): Promise<void> => {
    const { error } = await set({ classId: id, isOn: !hasAlert });
    if (error) showToast(t`Couldn’t save. Try again.`);
    else if (!hasAlert) showToast(t`We’ll notify you when it’s published.`);
  };
  return (
    <Button
      {...look}
      tone={isMain && !hasAlert ? "go" : "quiet"}
      chosen={hasAlert}
      busy={fetching}
      aria-pressed={hasAlert}
      icon={hasAlert ? BellRing : Bell}
      aria-label={t`Notify me: ${title}`}
      onClick={() => void change()}
    >
      {t`Notify me`}
    </Button>
  );
}
