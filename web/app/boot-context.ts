import { createContext, use } from "react";
import type { BootData } from "../../contract/boot.ts";

export const BootContext = createContext<BootData | null>(null);

/** The server's boot data. @throws outside the app. */
export function useBoot(): BootData {
  const boot = use(BootContext);
  if (!boot) throw new Error("No BootContext");
  return boot;
}
