import { useCallback, useEffect, useRef, useState } from "react";
import { useSessionState } from "../../../graphql/provider.tsx";
import { countAt } from "../engine/beat-grid.ts";
import { closeStream, faultOf, openMicrophone } from "./camera.ts";
import { lineUpTake } from "./line-up-take.ts";
import type { Take } from "./take.ts";
import { storeTake, listTakes, readTakeFile, removeTake } from "./take-store.ts";
import type { Entered } from "./take-clock.ts";
import { TakeRecorder } from "./take-recorder.ts";
import { partAt } from "../engine/clock.ts";
import { againFrom } from "../engine/phrases.ts";
import type { Player } from "../engine/player.ts";
import type { Stage } from "../controls/practice-tools.tsx";

/**
 * - `recording`, `lining-up`: in progress.
 * - `short`: too little was danced.
 * - `full`: the device is out of space.
 * - `unkept`: the browser denies storage.
 * - `lost`: the video could not be recorded or read.
 */
export type TakeStatus = "idle" | "recording" | "lining-up" | "short" | "full" | "unkept" | "lost";

export interface ShownTake {
  readonly take: Take;
  readonly recorded: Blob;
}

/** The profile's takes of this class on this device: record, show, nudge, remove. */
export function useTakes(stage: Stage, camera: MediaStream | null) {
  const session = useSessionState();
  const personId = session.status === "ready" ? session.userId : null;
  const { id: classId } = stage.studioClass;
  const [takes, setTakes] = useState<readonly Take[]>([]);
  const [status, setStatus] = useState<TakeStatus>("idle");
  const [shown, setShown] = useState<ShownTake | null>(null);
  const recorder = useRef<TakeRecorder | null>(null);
  /** Ids of takes whose videos are on the device. */
  const written = useRef(new Set<string>());

  useEffect(() => {
    if (personId === null) return;
    let isCanceled = false;
    listTakes(personId, classId).then(
      (found) => {
        if (isCanceled) return;
        written.current = new Set(found.map(({ id }) => id));
        setTakes(found);
      },
      // Private windows of some browsers have no file system, and so no takes.
      () => undefined,
    );
    return () => {
      isCanceled = true;
      recorder.current?.stop();
    };
  }, [personId, classId]);

  const write = async (take: Take, recorded: Blob): Promise<void> => {
    if (personId === null) return;
    try {
      await storeTake(personId, take, written.current.has(take.id) ? null : recorded);
      written.current.add(take.id);
      setStatus("idle");
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setStatus(error.name === "QuotaExceededError" ? "full" : "unkept");
    }
  };
  const record = async (): Promise<void> => {
    if (recorder.current) return recorder.current.stop();
    if (!camera || personId === null) return;
    const { player, grid, state } = stage;
    setShown(null);
    setStatus("recording");
    // Without a microphone a take is aligned by the clock.
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
        stops: recording.stops,
        offsetMs: fit.offsetMs,
        isSure: fit.isSure,
        nudge: 0,
        beatMs: count ? count.endMs - count.startMs : 500,
        mimeType: recording.recorded.type,
        bytes: recording.recorded.size,
      };
      // Shown before it is written, so that a take that doesn't fit can still be saved as a file or shared.
      setShown({ take, recorded: recording.recorded });
      setTakes((known) => [take, ...known]);
      player.seek(recording.startMs);
      await write(take, recording.recorded);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setStatus("lost");
    } finally {
      made.stop();
      recorder.current = null;
      closeStream(microphone);
    }
  };
  const show = async (take: Take): Promise<void> => {
    if (personId === null) return;
    try {
      setShown({ take, recorded: await readTakeFile(personId, take) });
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
    await write(take, shown.recorded);
  };
  const remove = async (take: Take): Promise<void> => {
    if (personId === null) return;
    setTakes((known) => known.filter(({ id }) => id !== take.id));
    if (shown?.take.id === take.id) setShown(null);
    // A take that was never written can't be removed, and ends with the page.
    await removeTake(personId, take).catch(notThere);
    setStatus("idle");
  };
  const read = useCallback(
    (take: Take): Promise<Blob> =>
      shown?.take.id === take.id
        ? Promise.resolve(shown.recorded)
        : personId === null
          ? Promise.reject(new Error("No profile is signed in"))
          : readTakeFile(personId, take),
    [personId, shown],
  );
  return { takes, status, shown, record, show, hide: () => setShown(null), nudge, remove, read };
}

/**
 * Ignores a missing file.
 * @throws any other error
 */
function notThere(error: unknown): void {
  if (!(error instanceof DOMException)) throw error;
}

/** Resolves to position and time at the first frame that really plays. */
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
