import { useCallback, useEffect, useRef, useState } from "react";
import { useSessionState } from "../../../../graphql/provider.tsx";
import { countAt } from "../../core/beat-grid.ts";
import { closeStream, faultOf, openMicrophone } from "../../core/camera/camera.ts";
import { lineUpTake } from "../../core/camera/line-up-take.ts";
import type { Take } from "../../core/camera/take.ts";
import { keepTake, listTakes, readFilm, removeTake } from "../../core/camera/take-store.ts";
import { type Entered, TakeRecorder } from "../../core/camera/take-recorder.ts";
import { partAt } from "../../core/clock.ts";
import { againFrom } from "../../core/phrases.ts";
import type { Player } from "../../core/player.ts";
import type { Stage } from "../practice-tools.tsx";

/**
 * - `recording`, `lining-up`: under way. - `short`: too little was danced to keep. - `full`: the device has no room for it.
 * - `lost`: the film could not be written or read.
 */
export type TakeStatus = "idle" | "recording" | "lining-up" | "short" | "full" | "lost";

export interface ShownTake {
  readonly take: Take;
  readonly film: Blob;
}

/** Takes of this class by the one who dances, on this device: recording, showing, moving, removing. */
export function useTakes(stage: Stage, camera: MediaStream | null) {
  const session = useSessionState();
  const personId = session.status === "ready" ? session.userId : null;
  const { id: classId } = stage.studioClass;
  const [takes, setTakes] = useState<readonly Take[]>([]);
  const [status, setStatus] = useState<TakeStatus>("idle");
  const [shown, setShown] = useState<ShownTake | null>(null);
  const recorder = useRef<TakeRecorder | null>(null);

  useEffect(() => {
    if (personId === null) return;
    let gone = false;
    listTakes(personId, classId).then(
      (found) => !gone && setTakes(found),
      // Private windows of some browsers have no files: then nothing was kept either.
      () => undefined,
    );
    return () => {
      gone = true;
      recorder.current?.stop();
    };
  }, [personId, classId]);

  const record = async (): Promise<void> => {
    if (recorder.current) return recorder.current.stop();
    if (!camera || personId === null) return;
    const { player, grid, state } = stage;
    setShown(null);
    setStatus("recording");
    // Without the room's sound a take is lined up by the clock.
    const microphone = await openMicrophone().catch((error: unknown) => {
      faultOf(error);
      return null;
    });
    const made = new TakeRecorder(
      new MediaStream(
        [...camera.getTracks(), ...(microphone?.getTracks() ?? [])].map((track) => track.clone()),
      ),
    );
    recorder.current = made;
    try {
      const from = againFrom(grid, player.positionMs, state.loop);
      const at = await stage.comeIn(from);
      const entered = at === null ? await moving(player) : { ms: from, at };
      const recording = await made.follow(player, entered);
      if (player.state.playing && recording) player.pause();
      if (!recording) return setStatus("short");
      setStatus("lining-up");
      const fit = await lineUpTake(recording, stage.hlsUrl);
      const count = countAt(grid, recording.startMs + 1);
      const take: Take = {
        id: crypto.randomUUID(),
        classId,
        title: partAt(stage.studioClass.parts, recording.startMs)?.title ?? stage.studioClass.title,
        recordedAt: new Date().toISOString(),
        startMs: recording.startMs,
        endMs: recording.endMs,
        rate: recording.rate,
        offsetMs: fit.offsetMs,
        isSure: fit.isSure,
        nudge: 0,
        beatMs: count ? count.endMs - count.startMs : 500,
        mimeType: recording.film.type,
        bytes: recording.film.size,
      };
      setShown({ take, film: recording.film });
      player.seek(recording.startMs);
      await keepTake(personId, take, recording.film);
      setTakes((known) => [take, ...known]);
      setStatus("idle");
    } catch (error) {
      setStatus(error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "lost");
      if (!(error instanceof DOMException)) throw error;
    } finally {
      made.stop();
      recorder.current = null;
      closeStream(microphone);
    }
  };
  const show = async (take: Take): Promise<void> => {
    if (personId === null) return;
    try {
      setShown({ take, film: await readFilm(personId, take) });
      stage.player.seek(take.startMs);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setStatus("lost");
    }
  };
  const nudge = async (by: number): Promise<void> => {
    if (!shown || personId === null) return;
    const take = { ...shown.take, nudge: shown.take.nudge + by };
    setShown({ ...shown, take });
    setTakes((known) => known.map((other) => (other.id === take.id ? take : other)));
    await keepTake(personId, take, null);
  };
  const remove = async (take: Take): Promise<void> => {
    if (personId === null) return;
    setTakes((known) => known.filter(({ id }) => id !== take.id));
    if (shown?.take.id === take.id) setShown(null);
    await removeTake(personId, take);
  };
  const read = useCallback(
    (take: Take): Promise<Blob> =>
      personId === null ? Promise.reject(new Error("Nobody is there")) : readFilm(personId, take),
    [personId],
  );
  return { takes, status, shown, record, show, hide: () => setShown(null), nudge, remove, read };
}

/** Where the class stands at the first frame that really plays. */
function moving(player: Player): Promise<Entered> {
  return new Promise((resolve) => {
    let before: number | null = null;
    const leave = player.onFrame((ms) => {
      const moved = before === null ? 0 : ms - before;
      before = ms;
      if (moved <= 0 || moved > 100) return;
      leave();
      resolve({ ms, at: performance.now() });
    });
  });
}
