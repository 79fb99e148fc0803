import type { IncomingMessage } from "node:http";
import { mkdir } from "node:fs/promises";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { Metadata, Server } from "@tus/server";
import type { ServerOptions } from "@tus/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../../ctx.ts";
import { BadInput, DomainError, NotFound } from "../../../platform/errors.ts";
import type { HttpRoutes } from "../../../platform/module.ts";
import { isDiskFull, StorageFull } from "../../../platform/storage.ts";
import { checkTexts } from "../../../platform/text.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { requireHolder } from "../../identity/index.ts";
import { deleteUnused } from "../own-disk.ts";
import { isNearlyFull } from "../pipeline/angle.ts";
import { studioLimits } from "../pipeline/probe.ts";
import { readTicket, uploadsPath } from "./ticket.ts";
import { partFolder } from "../paths.ts";
import { createUploadLocks } from "./locks.ts";
import { PartStore } from "./parts.ts";
import { uploadFolder } from "./source-files.ts";
import { findAnyUpload, noteActivity, receiveUpload } from "./uploads.ts";
import type { UploadRow } from "./uploads.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

const offsetType = "application/offset+octet-stream";
const version = "1.0.0";
/** Supported tus extensions. No deferred lengths: a ticket is for one size. No checksums, no concatenation. */
const extensions = "creation,creation-with-upload,termination";
/** Time for the request that writes an upload to end once another one resumes it; milliseconds. */
const drainMs = 500;
/** A part without a write for this long belongs to a process that was killed. Milliseconds. */
const leftPartMs = 60 * 60 * 1000;
/** Routes of an upload, and of creating uploads. */
const paths = [uploadsPath, `${uploadsPath}/:id`];

/** The ctx and the upload of a request, passed through tus to its hooks. */
const requestContexts = new WeakMap<IncomingMessage, { ctx: Ctx; upload: UploadRow }>();
type TusRequest = Parameters<NonNullable<ServerOptions["onUploadFinish"]>>[0];
function contextOf(request: TusRequest): { ctx: Ctx; upload: UploadRow } {
  const raw = request.runtime?.node?.req as IncomingMessage | undefined;
  const found = raw && requestContexts.get(raw);
  if (!found) throw new Error("tus received a request without an upload context");
  return found;
}

/**
 * File store of uploads. The store of tus reports the same error for every failed write; the cause is in the request
 * stream.
 */
class UploadStore extends FileStore {
  readonly #ctx: Ctx;

  constructor(ctx: Ctx, directory: string) {
    super({ directory });
    this.#ctx = ctx;
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    try {
      await noteActivity(this.#ctx, id);
      return await super.write(content, id, offset);
    } catch (error) {
      if (isDiskFull(content.errored)) throw new StorageFull(content.errored);
      throw error;
    }
  }
}

/**
 * Accepts files by tus 1.0: creation, resumption, termination. The sender must present a ticket that was issued to
 * them.
 */
export async function registerUploadRoutes({ server, ctxOf, ctx: startCtx }: HttpRoutes): Promise<void> {
  const folder = uploadFolder(startCtx);
  const receiving = startCtx.config.s3 ? partFolder(startCtx) : folder;
  await mkdir(receiving, { recursive: true });
  // Their clients send them again.
  if (receiving !== folder) await deleteUnused(receiving, leftPartMs);
  const store = new UploadStore(startCtx, folder);
  const { multipart } = startCtx.ports.storage;
  const locks = createUploadLocks(startCtx);
  const options: Omit<ServerOptions, "datastore"> = {
    path: uploadsPath,
    locker: locks,
    lockDrainTimeout: drainMs,
    allowedOrigins: [],
    // The upload id equals the asset id, so that the file of an asset can be found.
    namingFunction: (request) => contextOf(request).upload.assetId,
    generateUrl: (request, { id }) => `${contextOf(request).ctx.publicUrl}${uploadsPath}/${id}`,
    getFileIdFromRequest: (request) => contextOf(request).upload.assetId,
    maxSize: (request) => contextOf(request).upload.sizeBytes,
    onUploadFinish: async (request) => {
      const { ctx, upload } = contextOf(request);
      await receiveUpload(ctx, upload.assetId);
      return {};
    },
    onResponseError: async (request, error) => {
      const { ctx } = contextOf(request);
      if ("status_code" in error && error.status_code < 500) return undefined;
      if (error instanceof StorageFull || isDiskFull(error) || (await isNearlyFull(receiving)))
        return { status_code: 507, body: new StorageFull().message };
      ctx.log.warn({ err: error }, "An upload was interrupted");
      return { status_code: 503, body: "The upload was interrupted. Resume it from the current offset." };
    },
  };
  const toDisk = new Server({ ...options, datastore: store });
  const toStore =
    multipart && new Server({ ...options, datastore: new PartStore(startCtx, multipart, locks, receiving) });

  const pass = async (request: FastifyRequest, reply: FastifyReply, ctx: Ctx, upload: UploadRow) => {
    requestContexts.set(request.raw, { ctx, upload });
    reply.hijack();
    reply.raw.setHeader("cache-control", "no-store");
    // Uploads that were begun before the store was set up end on the disk.
    await (upload.isInStore && toStore ? toStore : toDisk).handle(request.raw, reply.raw);
  };
  const own = async (ctx: Ctx, assetId: string): Promise<UploadRow> => {
    const { accountId } = requireHolder(ctx);
    const upload = isUuid(assetId) ? await findAnyUpload(ctx, assetId) : null;
    if (!upload || upload.personId !== accountId) throw new NotFound("upload");
    if (upload.endedAt !== null) throw new UploadGone();
    return upload;
  };

  await server.register(async (scope) => {
    // tus reads the body itself, as a stream.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(offsetType, (_request, _payload, done) => done(null));
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 1024 }, (_request, body, done) =>
      done(null, body),
    );

    // Runs before the body is read. Answers to creation, and refusals, include the version header like those of tus.
    scope.addHook("onRequest", async (request, reply) => {
      reply.header("tus-resumable", version);
      if (request.method !== "OPTIONS") checkHeaders(request, reply);
    });
    for (const url of paths)
      scope.options(url, async (_request, reply) =>
        reply
          .code(204)
          .headers({
            "tus-version": version,
            "tus-extension": extensions,
            "tus-max-size": String(studioLimits.maxBytes),
          })
          .send(),
      );

    scope.post(uploadsPath, async (request, reply) => {
      const ctx = (await ctxOf(request)) as Ctx;
      const upload = await own(ctx, ticketOf(request, ctx));
      if (Number(request.headers["upload-length"]) !== upload.sizeBytes)
        throw new BadInput("upload-length", inEnglish("The file doesn’t match its ticket."));
      // A creation whose response was lost is answered again; received bytes are retained.
      const isBegun = upload.isInStore
        ? upload.multipartId !== null
        : await store.getUpload(upload.assetId).catch(() => null);
      if (isBegun)
        return reply.code(201).header("location", `${ctx.publicUrl}${uploadsPath}/${upload.assetId}`).send();
      return pass(request, reply, ctx, upload);
    });
    scope.route({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${uploadsPath}/:id`,
      handler: async (request, reply) => {
        const ctx = (await ctxOf(request)) as Ctx;
        const { id } = request.params as { id: string };
        const upload = await own(ctx, id);
        if (upload.receivedAt && request.method !== "HEAD")
          throw new DomainError("IN_PROGRESS", inEnglish("This file was already uploaded."), { status: 409 });
        // The server may have been killed after the last byte but before it was recorded.
        if (!upload.receivedAt && request.method === "HEAD" && !upload.isInStore) {
          const stored = await store.getUpload(upload.assetId).catch(() => null);
          if (stored && stored.offset === upload.sizeBytes) await receiveUpload(ctx, upload.assetId);
        }
        // A client that resumes or ends an upload has no other request left.
        if (request.method !== "PATCH") await locks.free(upload.assetId);
        return pass(request, reply, ctx, upload);
      },
    });
  });
}

/** The upload was abandoned, refused or published, and accepts no more bytes. */
class UploadGone extends DomainError {
  constructor() {
    super("UPLOAD_GONE", inEnglish("This upload has ended. Start a new one."), { status: 410 });
  }
}

/**
 * Checks the headers that the protocol requires of every request, where the library answers differently.
 * @throws DomainError
 */
function checkHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const { headers, method } = request;
  if (headers["tus-resumable"] !== version) {
    reply.header("tus-version", version);
    throw new DomainError("TUS_VERSION_UNSUPPORTED", inEnglish(`Send Tus-Resumable: ${version}.`), {
      status: 412,
    });
  }
  if (method === "PATCH" && headers["content-type"] !== offsetType)
    throw new DomainError("UNSUPPORTED_MEDIA_TYPE", inEnglish(`Send Content-Type: ${offsetType}.`), {
      status: 415,
    });
  if (headers["upload-concat"] !== undefined)
    throw new DomainError(
      "NOT_IMPLEMENTED",
      inEnglish("Concatenation isn’t supported. Send the file in one upload."),
      {
        status: 501,
      },
    );
  // Without this check a wrong checksum would be accepted as correct.
  if (headers["upload-checksum"] !== undefined)
    throw new BadInput(
      "upload-checksum",
      inEnglish("Checksums aren’t supported. Send the chunk without one."),
    );
}

/**
 * @returns the asset of the ticket in a creation's metadata.
 * @throws BadInput
 */
function ticketOf(request: FastifyRequest, ctx: Ctx): string {
  const text = String(request.headers["upload-metadata"] ?? "");
  let metadata: ReturnType<typeof Metadata.parse>;
  try {
    metadata = Metadata.parse(text);
  } catch {
    metadata = {};
  }
  checkTexts(metadata, "upload-metadata");
  const { ticket } = metadata;
  const assetId = ticket ? readTicket(ticket, ctx.config.mediaSecret) : null;
  if (!assetId) throw new BadInput("ticket", inEnglish("Send the upload’s ticket."));
  return assetId;
}
