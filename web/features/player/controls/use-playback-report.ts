import { useEffect, useRef, type RefObject } from "react";
import {
  playbackReportPath,
  reportedShare,
  type PlaybackReport,
} from "../../../../contract/playback-report.ts";
import { PlaybackQuality } from "../engine/playback-quality.ts";
import type { Player } from "../engine/player.ts";

/** Reports how well some of the playbacks went, when they end. @param link the signed one that is played; a download has none */
export function usePlaybackReport(
  player: Player | null,
  host: RefObject<HTMLElement | null>,
  link: string,
): void {
  const latestLink = useRef(link);
  latestLink.current = link;
  const openedAt = useRef(performance.now());
  useEffect(() => {
    const element = host.current;
    if (!player || !element || Math.random() >= reportedShare) return;
    const quality = new PlaybackQuality(openedAt.current);
    const observe = () => quality.observe(player.state, performance.now(), player.picture.seeking);
    observe();
    const unsubscribe = player.subscribe(observe);
    const resize = ({ target }: Event) => {
      if (target === player.picture) quality.resized(player.picture.videoHeight);
    };
    // It doesn't bubble.
    element.addEventListener("resize", resize, true);
    let isSent = false;
    const send = () => {
      if (isSent) return;
      isSent = true;
      const report: PlaybackReport = { ...quality.report(performance.now()), link: latestLink.current };
      navigator.sendBeacon(playbackReportPath, JSON.stringify(report));
    };
    addEventListener("pagehide", send);
    return () => {
      unsubscribe();
      element.removeEventListener("resize", resize, true);
      removeEventListener("pagehide", send);
      send();
      openedAt.current = performance.now();
    };
  }, [player, host]);
}
