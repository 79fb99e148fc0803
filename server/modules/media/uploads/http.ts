import type { IncomingMessage } from "node:http";
import { mkdir } from "node:fs/promises";
import type { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { Metadata, Server } from "@tus/server";
import type { ServerOptions } from "@tus/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "../../../ctx.ts";
import { BadInput, DomainError, NotFound } from "../../../platform/errors.ts";
import type { HttpDoor } from "../../../platform/module.ts";
import { isDiskFull, StorageFull } from "../../../platform/storage.ts";
import { requireHolder } from "../../identity/index.ts";
import { isNearlyFull } from "../pipeline/angle.ts";
import { uploadsPath } from "./path.ts";
import { readTicket } from "./ticket.ts";
import { findOpenUpload, receiveUpload, uploadFolder } from "./uploads.ts";
import type { UploadRow } from "./uploads.ts";

const offsetType = "application/offset+octet-stream";

/** The ctx and the upload of a request, handed through tus to its hooks. */
const asked = new WeakMap<IncomingMessage, { ctx: Ctx; upload: UploadRow }>();
type TusRequest = Parameters<NonNullable<ServerOptions["onUploadFinish"]>>[0];
function askedOf(request: TusRequest): { ctx: Ctx; upload: UploadRow } {
  const raw = request.runtime?.node?.req as IncomingMessage | undefined;
  const found = raw && asked.get(raw);
  if (!found) throw new Error("tus was given a request that passed no door of ours");
  return found;
}

/** Files of uploads. tus's own store says of every failed write the same; why is left in the stream that it read from. */
class UploadStore extends FileStore {
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    try {
      return await super.write(content, id, offset);
    } catch (error) {
      if (isDiskFull(content.errored)) throw new StorageFull(content.errored);
      throw error;
    }
  }
}

/** Takes files by tus 1.0: creation, resumption, termination. Who sends must hold a ticket, and be who it was given to. */
export async function registerUploadRoutes({ server, ctxOf, ctx: startCtx }: HttpDoor): Promise<void> {
  const folder = uploadFolder(startCtx);
  await mkdir(folder, { recursive: true });
  const store = new UploadStore({ directory: folder });
  const tus = new Server({
    path: uploadsPath,
    datastore: store,
    allowedOrigins: [],
    // The upload's id is the asset's, so that a file is found from either.
    namingFunction: (request) => askedOf(request).upload.assetId,
    generateUrl: (request, { id }) => `${askedOf(request).ctx.publicUrl}${uploadsPath}/${id}`,
    getFileIdFromRequest: (request) => askedOf(request).upload.assetId,
    maxSize: (request) => askedOf(request).upload.sizeBytes,
    onUploadFinish: async (request) => {
      const { ctx, upload } = askedOf(request);
      await receiveUpload(ctx, upload.assetId);
      return {};
    },
    onResponseError: async (request, error) => {
      const { ctx } = askedOf(request);
      if ("status_code" in error && error.status_code < 500) return undefined;
      if (error instanceof StorageFull || isDiskFull(error) || (await isNearlyFull(folder)))
        return { status_code: 507, body: new StorageFull().message };
      ctx.log.warn({ err: error }, "An upload was cut");
      return { status_code: 503, body: "The upload was cut. What has come is kept; go on from there." };
    },
  });

  const pass = async (request: FastifyRequest, reply: FastifyReply, ctx: Ctx, upload: UploadRow) => {
    asked.set(request.raw, { ctx, upload });
    reply.hijack();
    reply.raw.setHeader("cache-control", "no-store");
    await tus.handle(request.raw, reply.raw);
  };
  const own = async (ctx: Ctx, assetId: string): Promise<UploadRow> => {
    const { accountId } = requireHolder(ctx);
    const upload = /^[0-9a-f-]{36}$/.test(assetId) ? await findOpenUpload(ctx, assetId) : null;
    if (!upload || upload.personId !== accountId) throw new NotFound("upload");
    return upload;
  };

  await server.register(async (scope) => {
    // tus reads the body itself, piece by piece.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(offsetType, (_request, _payload, done) => done(null));
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 1024 }, (_request, body, done) =>
      done(null, body),
    );

    scope.post(uploadsPath, async (request, reply) => {
      const ctx = (await ctxOf(request)) as Ctx;
      const upload = await own(ctx, ticketOf(request, ctx));
      if (Number(request.headers["upload-length"]) !== upload.sizeBytes)
        throw new BadInput("upload-length", "The file isn't the one that the ticket was given for.");
      // A creation whose answer was lost is answered again; what has come since stays.
      if (await store.getUpload(upload.assetId).catch(() => null))
        return reply
          .code(201)
          .header("tus-resumable", "1.0.0")
          .header("location", `${ctx.publicUrl}${uploadsPath}/${upload.assetId}`)
          .send();
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
          throw new DomainError("IN_PROGRESS", "This file has come already.", { status: 409 });
        // The server may have been killed between the last byte and its notice.
        if (!upload.receivedAt && request.method === "HEAD") {
          const kept = await store.getUpload(upload.assetId).catch(() => null);
          if (kept && kept.offset === upload.sizeBytes) await receiveUpload(ctx, upload.assetId);
        }
        return pass(request, reply, ctx, upload);
      },
    });
  });
}

/** @returns the asset that the ticket in a creation's metadata is for. @throws BadInput */
function ticketOf(request: FastifyRequest, ctx: Ctx): string {
  const text = String(request.headers["upload-metadata"] ?? "");
  let ticket: string | null | undefined;
  try {
    ticket = Metadata.parse(text)["ticket"];
  } catch {
    ticket = null;
  }
  const assetId = ticket ? readTicket(ticket, ctx.config.mediaSecret) : null;
  if (!assetId) throw new BadInput("ticket", "Send the ticket that the upload was given.");
  return assetId;
}
