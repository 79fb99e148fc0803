import { useRef, useState } from "react";
import { SessionError } from "../../../graphql/session-error.ts";
import { useFaultTexts } from "./fault-texts.ts";

/** Sends what a button asks for, one request at a time. `fault`: the error of the last one. */
export function useRequest() {
  const faultTextOf = useFaultTexts();
  const isPending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const request = async (send: () => Promise<void>): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setBusy(true);
    setFault(null);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      if (error.code !== "CANCELED") setFault(faultTextOf(error.code).text);
    } finally {
      isPending.current = false;
      setBusy(false);
    }
  };
  return { request, busy, fault };
}
