import "./camera.css";
import { useLingui } from "@lingui/react/macro";
import { Circle, SlidersHorizontal, Square, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { showDelayed } from "./delayed-picture.ts";
import { TakeFollower } from "./take-follower.ts";
import { countAt } from "../engine/beat-grid.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Slot, type Stage } from "../controls/practice-tools.tsx";
import { CameraPanel } from "./camera-panel.tsx";
import { readCameraSettings, saveCameraSettings } from "./camera-settings.ts";
import { type CameraState, useCamera } from "./use-camera.ts";
import { type ShownTake, useTakes } from "./use-takes.ts";

/** From this size on the camera is next to the video; below, in its corner. */
const besideIs = "(min-width: 56rem) and (min-height: 30rem)";
/** Assumed duration of a count without a beat grid, in milliseconds of the class. */
const COUNT_MS = 600;

/** Camera view next to the class or over it, live or delayed, and recorded takes. */
export function CameraTool(stage: Stage) {
  const { t } = useLingui();
  const { camera, again } = useCamera();
  const [settings, setSettings] = useState(() => readCameraSettings(localStorage));
  const [isPanel, setPanel] = useState(false);
  const isWide = useMedia(besideIs);
  const takes = useTakes(stage, camera.status === "on" ? camera.stream : null);
  const { status, shown } = takes;
  const isRecording = status === "recording";
  const record = useRef(takes.record);
  record.current = takes.record;
  useEffect(() => stage.keys.set("take", () => void record.current()), [stage.keys]);
  const { say } = stage;
  const statusText = {
    recording: t`Recording`,
    "lining-up": t`Syncing with the class`,
    short: t`Too short to save`,
    full: t`Not enough storage. Save this take as a file before you leave.`,
    unkept: t`This browser can’t store takes. Save it as a file before you leave.`,
    lost: t`Couldn’t save this take`,
    idle: "",
  }[status];
  const takeText = !shown
    ? ""
    : !shown.take.isSure
      ? t`Your take. If it’s out of sync, shift it by counts.`
      : shown.take.stops?.length
        ? t`Your take. We cut a pause in the class.`
        : t`Your take`;
  const announcement = statusText || takeText;
  useEffect(() => {
    if (announcement !== "") say(announcement);
  }, [say, announcement]);

  const place = settings.place === "over" || !isWide ? "over" : "rail";
  const delayMs = (): number => {
    const count = countAt(stage.grid, stage.player.positionMs);
    return (settings.delay * (count ? count.endMs - count.startMs : COUNT_MS)) / stage.player.state.rate;
  };
  return (
    <>
      <Slot screen={stage.screen} name={place}>
        <figure
          className={`cam ${settings.place === "over" ? "is-over" : ""} ${isRecording ? "is-recording" : ""}`}
          aria-label={t`Your camera`}
        >
          <div
            className={`cam-picture ${settings.mirrored ? "is-mirrored" : ""}`}
            style={settings.place === "over" ? { opacity: settings.opacity } : undefined}
          >
            {shown ? (
              <TakePicture shown={shown} stage={stage} />
            ) : (
              camera.status === "on" && (
                <LivePicture stream={camera.stream} isDelayed={settings.delay > 0} delayMs={delayMs} />
              )
            )}
          </div>
          <CameraFault camera={camera} onAgain={again} />
          <figcaption>
            <span>
              {announcement ||
                (settings.delay > 0
                  ? t`You, ${settings.delay} counts behind`
                  : t`You (stays on this device)`)}
            </span>
            <div className="cam-tools">
              {shown && (
                <>
                  <button
                    type="button"
                    className="btn btn-pic btn-s"
                    aria-label={t`Shift take 1 count earlier`}
                    onClick={() => void takes.nudge(-1)}
                  >{t`−1`}</button>
                  <button
                    type="button"
                    className="btn btn-pic btn-s"
                    aria-label={t`Shift take 1 count later`}
                    onClick={() => void takes.nudge(1)}
                  >{t`+1`}</button>
                  <IconButton label={t`Back to camera`} icon={Undo2} onPicture onClick={takes.hide} />
                </>
              )}
              {camera.status === "on" && !shown && (
                <IconButton
                  label={isRecording ? t`Stop recording` : t`Record a take`}
                  icon={isRecording ? Square : Circle}
                  onPicture
                  onClick={() => void takes.record()}
                />
              )}
              <IconButton
                label={t`Camera and takes`}
                icon={SlidersHorizontal}
                onPicture
                onClick={() => setPanel(true)}
              />
            </div>
          </figcaption>
        </figure>
      </Slot>
      {isPanel && (
        <CameraPanel
          className={stage.studioClass.classId}
          settings={settings}
          isWide={isWide}
          takes={takes}
          onChange={(change) => {
            const next = { ...settings, ...change };
            setSettings(next);
            saveCameraSettings(localStorage, next);
          }}
          onOff={() => stage.act("camera")}
          onClose={() => setPanel(false)}
        />
      )}
    </>
  );
}

function CameraFault({ camera, onAgain }: { camera: CameraState; onAgain: () => void }) {
  const { t } = useLingui();
  if (camera.status === "on") return null;
  return (
    <div className="cam-fault" role="status">
      {camera.status === "asking" ? (
        <p>{t`Allow camera access in your browser. Video stays on this device.`}</p>
      ) : (
        <>
          <p>
            {camera.fault === "refused"
              ? t`Camera access is blocked. Use the icon in the address bar to allow it.`
              : camera.fault === "busy"
                ? t`Another app is using the camera.`
                : t`No camera found.`}
          </p>
          <button type="button" className="btn btn-pic btn-s" onClick={onAgain}>{t`Try again`}</button>
        </>
      )}
    </div>
  );
}

function LivePicture({
  stream,
  isDelayed,
  delayMs,
}: {
  stream: MediaStream;
  isDelayed: boolean;
  delayMs: () => number;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(delayMs);
  latest.current = delayMs;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    element.play().catch(() => undefined); // rejected only while unmounting
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  useEffect(
    () =>
      isDelayed && video.current && canvas.current
        ? showDelayed(video.current, canvas.current, () => latest.current())
        : undefined,
    [isDelayed, stream],
  );
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        tabIndex={-1}
        aria-hidden="true"
        data-shown={isDelayed ? undefined : ""}
      />
      {isDelayed && <canvas ref={canvas} />}
    </>
  );
}

function TakePicture({ shown, stage }: { shown: ShownTake; stage: Stage }) {
  const host = useRef<HTMLDivElement>(null);
  const follower = useRef<TakeFollower | null>(null);
  const { take, recorded } = shown;
  const first = useRef(take);
  first.current = take;
  useEffect(() => {
    if (!host.current) return;
    const made = new TakeFollower(host.current, stage.player, first.current, recorded);
    follower.current = made;
    return () => made.destroy();
  }, [stage.player, recorded]);
  useEffect(() => {
    if (follower.current) follower.current.take = take;
  }, [take]);
  return <div className="cam-take" ref={host} />;
}

function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const change = (): void => setHolds(list.matches);
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  }, [query]);
  return holds;
}
