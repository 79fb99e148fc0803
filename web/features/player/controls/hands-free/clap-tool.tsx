import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { showToast } from "../../../../ui/toast.ts";
import { faultOf } from "../../camera/camera.ts";
import { listenForClaps } from "../../engine/clap-ear.ts";
import type { Stage } from "../practice-tools.tsx";

/** A double clap triggers "again from the five". Listens while mounted. */
export function ClapTool(stage: Stage) {
  const { t } = useLingui();
  const { act } = stage;
  const again = useRef(() => undefined as void);
  again.current = () => {
    stage.say(t`Two claps heard. Restarting.`);
    act("again");
  };
  const heard = useRef(() => undefined as void);
  heard.current = () =>
    showToast(t`Clap twice to restart with a count-in.`, { label: t`Stop`, run: () => act("claps") });
  const refused = useRef(() => undefined as void);
  refused.current = () => {
    showToast(t`Microphone access is blocked, so we can’t hear claps.`);
    act("claps");
  };
  useEffect(() => {
    let isCanceled = false;
    let end = (): void => undefined;
    listenForClaps(() => again.current()).then(
      (stop) => {
        if (isCanceled) return stop();
        end = stop;
        heard.current();
      },
      (error: unknown) => {
        faultOf(error);
        if (!isCanceled) refused.current();
      },
    );
    return () => {
      isCanceled = true;
      end();
    };
  }, []);
  return null;
}
