import type { ReactNode } from "react";

/** Where toasts are shown, once in the app: a live region, which must be there before the first text that it announces. */
export const ToastRegion = ({ children }: { children: ReactNode }) => (
  <div className="toasts" role="status">
    {children}
  </div>
);
