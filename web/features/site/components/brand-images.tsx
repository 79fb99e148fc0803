import { useLingui } from "@lingui/react/macro";
import { useRef, useState, type ReactNode } from "react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { SessionError } from "../../../graphql/session-error.ts";
import { Button } from "../../../ui/button.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { showToast } from "../../../ui/toast.ts";
import { BrandImageFragment } from "./brand-image-fragment.ts";

const parts = { LOGO_LIGHT: "logo-light", LOGO_DARK: "logo-dark", ICON: "icon", SHARE: "share" } as const;
type Kind = keyof typeof parts;

/** Logos, icon and share image. Each is stored as soon as it is chosen. */
export function BrandImages({
  images,
  confirmed,
  onChanged,
}: {
  images: readonly FragmentOf<typeof BrandImageFragment>[];
  /** Runs what needs a fresh confirmation. */
  confirmed: (work: () => Promise<void>) => Promise<void>;
  onChanged: () => void;
}) {
  const { t } = useLingui();
  const shown = readFragment(BrandImageFragment, images);
  const rows: { kind: Kind; label: string; hint: string; theme?: "room" | "daylight" }[] = [
    {
      kind: "LOGO_LIGHT",
      label: t`Logo on light`,
      hint: t`SVG or PNG, at most 512 KB. Shown in the light theme, in emails, and on invoices.`,
      theme: "daylight",
    },
    {
      kind: "LOGO_DARK",
      label: t`Logo on dark`,
      hint: t`SVG or PNG, at most 512 KB. Without it, the light one is shown.`,
      theme: "room",
    },
    {
      kind: "ICON",
      label: t`Icon`,
      hint: t`A square SVG or PNG of at least 192 pixels, at most 512 KB. For tabs, home screens, and notifications.`,
    },
    {
      kind: "SHARE",
      label: t`Share image`,
      hint: t`JPEG or PNG, 1200 × 630 pixels is best, at most 5 MB. For links to pages without an image.`,
    },
  ];
  return (
    <ul className="site-images">
      {rows.map(({ kind, ...row }) => (
        <ImageRow
          key={kind}
          {...row}
          part={parts[kind]}
          image={shown.find((one) => one.kind === kind)}
          confirmed={confirmed}
          onChanged={onChanged}
        />
      ))}
    </ul>
  );
}

/** Error code of a response; empty if it has none. */
async function refusalOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { error?: { code?: string } } | null;
  return body?.error?.code ?? "";
}

function ImageRow({
  part,
  label,
  hint,
  theme,
  image,
  confirmed,
  onChanged,
}: {
  part: string;
  label: string;
  hint: string;
  theme?: "room" | "daylight";
  image: { path: string; width: number; height: number } | undefined;
  confirmed: (work: () => Promise<void>) => Promise<void>;
  onChanged: () => void;
}): ReactNode {
  const { t } = useLingui();
  const session = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const faults: Record<string, string> = {
    BRAND_IMAGE_UNREADABLE: t`Choose an SVG, PNG, JPEG, or WebP image.`,
    BRAND_IMAGE_TOO_LARGE: t`This file is too large.`,
    PAYLOAD_TOO_LARGE: t`This file is too large.`,
    BRAND_IMAGE_TOO_SMALL: t`This image has too few pixels.`,
    BRAND_IMAGE_UNSAFE: t`This SVG has scripts, images, or text. Save it with shapes only, with text as paths.`,
    RATE_LIMITED: t`Too many changes. Try again in an hour.`,
  };
  const change = async (file: File | null): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await confirmed(async () => {
        const response = await fetch(`/api/studio/brand/${part}`, {
          method: file ? "POST" : "DELETE",
          body: file,
          headers: { "x-auth-token": `Bearer ${await session.token()}` },
        });
        if (!response.ok) throw new SessionError(await refusalOf(response), response.status);
      });
      showToast(file ? t`Image saved` : t`Image removed`);
      onChanged();
    } catch (error) {
      const code = error instanceof SessionError ? error.code : "";
      if (code !== "CANCELED") setFault(faults[code] ?? t`Couldn’t save. Try again.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <div className={`site-image is-${part}`} data-theme={theme}>
        {image ? (
          <img src={image.path} alt="" width={image.width} height={image.height} />
        ) : (
          <span className="t1 faint">{t`None`}</span>
        )}
      </div>
      <div className="stack gap-1">
        <p className="lab">{label}</p>
        <p className="hint">{hint}</p>
        <div className="row wrap">
          <FileInput
            ref={input}
            accept="image/svg+xml,image/png,image/jpeg,image/webp"
            label={t`File: ${label}`}
            onChoose={(file) => void change(file)}
          />
          <Button
            size="s"
            busy={busy}
            aria-label={image ? t`Replace: ${label}` : t`Choose file: ${label}`}
            onClick={() => input.current?.click()}
          >
            {image ? t`Replace` : t`Choose file`}
          </Button>
          {image && (
            <Button
              size="s"
              tone="line"
              busy={busy}
              aria-label={t`Remove: ${label}`}
              onClick={() => void change(null)}
            >
              {t`Remove`}
            </Button>
          )}
        </div>
        <p role="alert" className="hint hint-bad">
          {fault}
        </p>
      </div>
    </li>
  );
}
