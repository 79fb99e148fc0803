/** Camera view settings, stored on this device. */
export interface CameraSettings {
  readonly place: "beside" | "over";
  /** Delay of the image, in counts. */
  readonly delay: 0 | 4 | 8;
  readonly mirrored: boolean;
  /** 0.1 to 1; applies only to the overlay. */
  readonly opacity: number;
}

const STORAGE_KEY = "eightcount.camera";
const usual: CameraSettings = { place: "beside", delay: 0, mirrored: true, opacity: 0.5 };

/** Reads the stored settings; defaults if they are missing or unreadable. */
export function readCameraSettings(storage: Pick<Storage, "getItem">): CameraSettings {
  try {
    const saved = JSON.parse(storage.getItem(STORAGE_KEY) ?? "{}") as Partial<CameraSettings>;
    const opacity = Number(saved.opacity);
    return {
      place: saved.place === "over" ? "over" : "beside",
      delay: saved.delay === 4 || saved.delay === 8 ? saved.delay : 0,
      mirrored: saved.mirrored !== false,
      opacity: opacity >= 0.1 && opacity <= 1 ? opacity : usual.opacity,
    };
  } catch {
    return usual;
  }
}

export function saveCameraSettings(storage: Pick<Storage, "setItem">, settings: CameraSettings): void {
  storage.setItem(STORAGE_KEY, JSON.stringify(settings));
}
