import { createHash } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { recordAuditEntry, requireConfirmedStaff } from "../../identity/index.ts";
import { settingsTopic } from "../cache.ts";
import { BrandImageRefused } from "./errors.ts";
import { pathOfBrandFile } from "./files.ts";
import { brandKinds, brandRules } from "./kinds.ts";
import type { BrandKind } from "./kinds.ts";
import { renderBrand } from "./render.ts";
import { listBrandFiles, raiseRevision, removeBrandFiles, saveBrandFile } from "./store.ts";

/** An image of the brand, as its editor shows it. */
export interface ListedBrandImage {
  readonly kind: BrandKind;
  readonly path: string;
  readonly width: number;
  readonly height: number;
}
/** The file of each kind that an editor shows. */
const shownFiles: Readonly<Record<BrandKind, string>> = {
  "logo-light": "logo-light.png",
  "logo-dark": "logo-dark.png",
  icon: "icon-192.png",
  share: "share.png",
};

/** The images that the studio has, in the order of the kinds. */
export async function listBrandImages(ctx: Ctx): Promise<ListedBrandImage[]> {
  const files = await listBrandFiles(ctx.db);
  return brandKinds.flatMap((kind) => {
    const file = files.find(({ name }) => name === shownFiles[kind]);
    if (!file) return [];
    return [{ kind, path: pathOfBrandFile(file), width: file.width, height: file.height }];
  });
}

const uploadLimit = { name: "brand images", points: 60, seconds: 3600 };

/** @throws NotFound for another kind */
function readKind(given: string): BrandKind {
  const kind = brandKinds.find((one) => one === given);
  if (!kind) throw new NotFound("image");
  return kind;
}

/**
 * Replaces an image of the brand, with an audit entry. Only re-encoded pixels are stored: no metadata, and no SVG.
 * @param content SVG, PNG, JPEG or WebP, detected by content and not by name
 * @throws BrandImageRefused, ConfirmationNeeded, RateLimited, NotFound for others than admins, Unauthenticated
 */
export async function changeBrandImage(ctx: Ctx, given: string, content: Uint8Array): Promise<void> {
  const { accountId } = await requireConfirmedStaff(ctx);
  const kind = readKind(given);
  await consume(ctx, uploadLimit, [accountId]);
  if (content.length > brandRules[kind].maxBytes) throw new BrandImageRefused("too_large");
  const rendering = await renderBrand(kind, content);
  if ("fault" in rendering) throw new BrandImageRefused(rendering.fault);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 16);
  await ctx.transact(async (tx) => {
    for (const file of rendering.files) await saveBrandFile(tx.db, { ...file, kind, hash });
    await raiseRevision(tx.db);
    await recordAuditEntry(tx, {
      action: "site.brand_changed",
      subject: "studio",
      details: { image: kind },
    });
    tx.signal(settingsTopic);
  });
  await ctx.refreshStudio();
}

/** Removes an image of the brand, with an audit entry. Idempotent. @throws as `changeBrandImage` */
export async function removeBrandImage(ctx: Ctx, given: string): Promise<void> {
  await requireConfirmedStaff(ctx);
  const kind = readKind(given);
  await ctx.transact(async (tx) => {
    if ((await removeBrandFiles(tx.db, kind)) === 0) return;
    await raiseRevision(tx.db);
    await recordAuditEntry(tx, {
      action: "site.brand_removed",
      subject: "studio",
      details: { image: kind },
    });
    tx.signal(settingsTopic);
  });
  await ctx.refreshStudio();
}
