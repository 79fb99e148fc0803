import "./image-focus.css";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState, type PointerEvent } from "react";

/** Which place of an image stays in its crops, percent from the left and from the top. */
export type Focus = { readonly x: number; readonly y: number };

type ImageFocusProps = {
  imageUrl: string | null;
  alt: string;
  hint: string;
  isUpright?: boolean;
  focus: Focus;
  onChoose: (focus: Focus) => Promise<void>;
};

/** From here on a press is a drag, in CSS pixels. */
const minDragPx = 6;

/** A crop, with its place in the image: dragged, or set by two sliders. It is saved when let go. */
export function ImageFocus({ imageUrl, alt, hint, isUpright = false, focus, onChoose }: ImageFocusProps) {
  const { t } = useLingui();
  const [moved, setMoved] = useState<{ x: number; y: number } | null>(null);
  const { x, y } = moved ?? focus;
  const save = (): void => {
    if (!moved) return;
    // A newer move stays.
    void onChoose(moved).finally(() => setMoved((now) => (now === moved ? null : now)));
  };
  const start = useRef<{ x: number; y: number } | null>(null);
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !start.current) return;
    // A tap doesn't move the crop.
    const distance = Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y);
    if (!moved && distance < minDragPx) return;
    const box = event.currentTarget.getBoundingClientRect();
    const percent = (at: number, from: number, size: number) =>
      Math.round(Math.min(1, Math.max(0, (at - from) / size)) * 100);
    setMoved({
      x: percent(event.clientX, box.left, box.width),
      y: percent(event.clientY, box.top, box.height),
    });
  };
  const slider = (axis: "x" | "y") => ({
    type: "range",
    min: 0,
    max: 100,
    value: axis === "x" ? x : y,
    onChange: (event: { target: HTMLInputElement }) => setMoved({ x, y, [axis]: event.target.valueAsNumber }),
    onPointerUp: save,
    onKeyUp: save,
    onBlur: save,
  });
  return (
    <div className="image-focus">
      <div
        className={isUpright ? "image-crop image-upright" : "image-crop"}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={save}
        onPointerCancel={() => setMoved(null)}
      >
        <img
          src={imageUrl ?? undefined}
          alt={alt}
          draggable={false}
          style={{ objectPosition: `${x}% ${y}%` }}
        />
      </div>
      <p className="hint">{hint}</p>
      <label className="stack gap-1">
        <span className="lab">{t`From the left`}</span>
        <input {...slider("x")} aria-valuetext={t`${x}% from the left`} />
      </label>
      <label className="stack gap-1">
        <span className="lab">{t`From the top`}</span>
        <input {...slider("y")} aria-valuetext={t`${y}% from the top`} />
      </label>
    </div>
  );
}
