import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";
import { Toasts } from "../ui/toasts.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

/** What every component may rely on: the language and the place of toasts. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      {children}
      <Toasts />
    </I18nProvider>
  );
}
