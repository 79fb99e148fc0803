import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";
import { ToastRegion } from "../ui/toast-region.tsx";
import { ShownToast } from "../ui/toasts.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

/** What every component may rely on: the language and the place of toasts. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      {children}
      <ToastRegion>
        <ShownToast />
      </ToastRegion>
    </I18nProvider>
  );
}
