import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { formatClock, partAt, type ClassPart } from "../engine/clock.ts";
import type { Player } from "../engine/player.ts";
import { useFrames } from "./use-player.ts";

const SeekPreview = lazy(async () => ({ default: (await import("./seek-preview.tsx")).SeekPreview }));

/** The timeline of the class by parts: a slider for pointer and keyboard, with a preview thumbnail. */
export function Timeline({
  player,
  parts,
  durationMs,
  storyboardUrl,
}: {
  player: Player | null;
  parts: readonly ClassPart[];
  durationMs: number;
  storyboardUrl: string | null;
}) {
  const { t } = useLingui();
  const track = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<{ share: number; ms: number } | null>(null);
  // Stays mounted after its first use, and with it the images.
  const [isWanted, setWanted] = useState(false);
  const dragging = useRef(false);

  const label = (ms: number): string => {
    const part = partAt(parts, ms);
    return part ? t`${formatClock(ms)}, part ${part.index}, ${part.title}` : formatClock(ms);
  };
  useFrames(player, (ms) => {
    if (slider.current && !dragging.current) {
      const value = String(Math.round(ms / 1000));
      if (slider.current.value !== value || !slider.current.hasAttribute("aria-valuetext")) {
        slider.current.value = value;
        slider.current.setAttribute("aria-valuetext", label(ms));
      }
    }
    for (const [index, bar] of Array.from(track.current?.children ?? []).entries()) {
      const part = parts[index];
      if (!part) continue;
      const share = (ms - part.startMs) / (part.endMs - part.startMs);
      (bar as HTMLElement).style.setProperty("--f", String(Math.min(1, Math.max(0, share))));
      bar.classList.toggle("is-now", share >= 0 && share < 1);
    }
  });
  const show = (clientX: number, box: DOMRect): void => {
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    setWanted(true);
    setPreview({ share, ms: share * durationMs });
  };
  return (
    <div className="tl" dir="ltr">
      <div className="tl-a" ref={track} aria-hidden="true">
        {parts.map((part) => (
          <Bar key={part.index} part={part} durationMs={durationMs} />
        ))}
      </div>
      <input
        ref={slider}
        className="tl-range"
        type="range"
        min={0}
        max={Math.floor(durationMs / 1000)}
        step={1}
        defaultValue={0}
        aria-label={t`Position`}
        onInput={(event) => {
          const ms = Number(event.currentTarget.value) * 1000;
          event.currentTarget.setAttribute("aria-valuetext", label(ms));
          player?.seek(ms);
        }}
        onPointerDown={() => {
          dragging.current = true;
        }}
        onPointerUp={() => {
          dragging.current = false;
        }}
        onPointerMove={(event) => show(event.clientX, event.currentTarget.getBoundingClientRect())}
        onPointerLeave={() => setPreview(null)}
      />
      {isWanted && (
        <Suspense>
          <SeekPreview
            place={preview}
            text={preview ? label(preview.ms) : ""}
            storyboardUrl={storyboardUrl}
          />
        </Suspense>
      )}
    </div>
  );
}

function Bar({ part, durationMs }: { part: ClassPart; durationMs: number }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    bar.current?.style.setProperty(
      "flex-grow",
      String((Math.min(part.endMs, durationMs) - part.startMs) / durationMs),
    );
  }, [part, durationMs]);
  return part.startMs < durationMs ? (
    <span ref={bar}>
      <span className="tl-n">
        <b className="num">{part.index}</b>
        {part.title}
      </span>
    </span>
  ) : null;
}
