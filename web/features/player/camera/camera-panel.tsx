import { useLingui } from "@lingui/react/macro";
import { Download, Share, Trash2 } from "lucide-react";
import { useShareTake } from "../../community/public/use-share-take.ts";
import { useIsChild } from "../../identity/public/me.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Range } from "../../../ui/range.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { type Take, takeFileName } from "./take.ts";
import { formatClock } from "../engine/clock.ts";
import { Panel } from "../controls/panel.tsx";
import type { CameraSettings } from "./camera-settings.ts";
import type { useTakes } from "./use-takes.ts";

/** Camera settings, and the takes stored on this device. */
export function CameraPanel({
  className,
  settings,
  isWide,
  takes,
  onChange,
  onOff,
  onClose,
}: {
  /** The class's slug, for file names. */
  className: string;
  settings: CameraSettings;
  isWide: boolean;
  takes: ReturnType<typeof useTakes>;
  onChange: (change: Partial<CameraSettings>) => void;
  onOff: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const shareTake = useShareTake();
  const isChild = useIsChild();
  const percent = Math.round(settings.opacity * 100);
  const share = async (take: Take): Promise<void> => {
    const recorded = await takes.read(take);
    const { title, startMs } = take;
    await shareTake({
      recorded,
      fileName: takeFileName(take, className),
      title,
      classId: className,
      atMs: startMs,
    });
  };
  const save = async (take: Take): Promise<void> => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await takes.read(take));
    link.download = takeFileName(take, className);
    link.click();
    // The browser has started the download by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return (
    <Panel title={t`Camera and takes`} onClose={onClose}>
      <p className="muted t1">{t`Your camera and takes stay on this device.`}</p>
      <div className="grp">
        <span className="lab">{t`Camera position`}</span>
        <Segments
          label={t`Camera position`}
          value={settings.place}
          options={[
            { value: "beside", label: isWide ? t`Side by side` : t`Picture in picture` },
            { value: "over", label: t`Overlay` },
          ]}
          onChoose={(place) => onChange({ place })}
        />
      </div>
      {settings.place === "over" && (
        <label className="grp">
          <span className="lab">{t`Opacity, ${percent}%`}</span>
          <Range
            min={10}
            max={100}
            step={10}
            value={percent}
            text={t`${percent}%`}
            onChange={(value) => onChange({ opacity: value / 100 })}
          />
        </label>
      )}
      <div className="grp">
        <span className="lab">{t`When`}</span>
        <Segments
          label={t`When`}
          value={String(settings.delay)}
          options={[
            { value: "0", label: t`Live` },
            { value: "4", label: t`4 counts behind` },
            { value: "8", label: t`8 counts behind` },
          ]}
          onChoose={(delay) => onChange({ delay: delay === "8" ? 8 : delay === "4" ? 4 : 0 })}
        />
      </div>
      <label className="opt">
        <input
          type="checkbox"
          className="check"
          checked={settings.mirrored}
          onChange={(event) => onChange({ mirrored: event.target.checked })}
        />
        <span>{t`Mirror`}</span>
      </label>
      <div className="grp">
        <h3 className="lab">{t`Your takes`}</h3>
        {takes.takes.length === 0 ? (
          <p className="t1">{t`No takes yet. Recording starts at the count-in and ends with the loop.`}</p>
        ) : (
          <ul className="cam-takes">
            {takes.takes.map((take) => (
              <TakeRow
                key={take.id}
                take={take}
                onShow={() => {
                  void takes.show(take);
                  onClose();
                }}
                onSave={() => void save(take)}
                onShare={isChild ? null : () => void share(take)}
                onRemove={() => void takes.remove(take)}
              />
            ))}
          </ul>
        )}
      </div>
      <button
        type="button"
        className="btn"
        onClick={() => {
          onOff();
          onClose();
        }}
      >{t`Turn off camera`}</button>
    </Panel>
  );
}

function TakeRow({
  take,
  onShow,
  onSave,
  onShare,
  onRemove,
}: {
  take: Take;
  onShow: () => void;
  onSave: () => void;
  /** Null for a child, who uploads nothing. */
  onShare: (() => void) | null;
  onRemove: () => void;
}) {
  const { t, i18n } = useLingui();
  const when = i18n.date(take.recordedAt, { dateStyle: "medium", timeStyle: "short" });
  const percent = Math.round(take.rate * 100);
  const megabytes = i18n.number(take.bytes / 1e6, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return (
    <li>
      <button type="button" className="cam-take-name" onClick={onShow}>
        <strong>{take.title}</strong>
        <span className="t1 muted tn">{t`${when} · ${formatClock(take.startMs)} · ${percent}% tempo · ${megabytes} MB`}</span>
      </button>
      <IconButton label={t`Save take from ${when}`} icon={Download} onClick={onSave} />
      {onShare && <IconButton label={t`Share take from ${when}`} icon={Share} onClick={onShare} />}
      <IconButton label={t`Delete take from ${when}`} icon={Trash2} onClick={onRemove} />
    </li>
  );
}
