import { useLingui } from "@lingui/react/macro";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { paths } from "../../lib/paths.ts";
import { Link } from "../../lib/router/index.ts";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Shows a note while the browser is offline. */
export function OfflineNote() {
  const { t } = useLingui();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="offline-note">
          <WifiOff aria-hidden="true" />
          {t`You’re offline. New pages load when you’re back.`}{" "}
          <Link className="link" to={paths.onDevice()}>{t`Downloaded classes`}</Link>
        </p>
      )}
    </div>
  );
}
