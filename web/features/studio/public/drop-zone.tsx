import "./drop-zone.css";
import { useState, type ReactNode } from "react";
import { classNames } from "../../../ui/class-names.ts";

type DropZoneProps = {
  /** Names what can be dropped, for a screen reader. */
  label: string;
  onDrop: (dropped: DataTransfer) => void;
  /** With a way to choose files: not everyone can drop them. */
  children: ReactNode;
};

/** An area that takes files from the desktop. */
export function DropZone({ label, onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={classNames("drop-zone", isOver && "is-over")}
      role="group"
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer);
      }}
    >
      {children}
    </div>
  );
}
