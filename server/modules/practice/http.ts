import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { BadInput } from "../../platform/errors.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";
import type { HttpRoutes } from "../../platform/module.ts";
import { classFiguresCsv, classSourcesCsv } from "./figures/class-csv.ts";
import { figuresCsv, sharesCsv } from "./figures/figures.ts";
import type { LibraryPeriod } from "./figures/figures.ts";
import { royaltyCsv } from "./royalties/royalties.ts";
import { calendarOf } from "./plan/calendar.ts";

interface DaysRequest {
  Querystring: { readonly days?: unknown };
}

/** The period of a query; null for all time. @throws BadInput */
function daysOf({ days }: DaysRequest["Querystring"]): number | null {
  if (days === undefined) return null;
  if (typeof days !== "string" || !/^\d{1,4}$/.test(days))
    throw new BadInput("days", inEnglish("Must be a number of days."));
  return Number(days);
}

interface PeriodRequest {
  Querystring: { readonly days?: unknown; readonly month?: unknown };
}
/** The days or the month of a query. @throws BadInput */
function periodOf(query: PeriodRequest["Querystring"]): LibraryPeriod {
  const { month } = query;
  if (month !== undefined && typeof month !== "string")
    throw new BadInput("month", inEnglish("Must be a month, such as 2026-11."));
  return { days: daysOf(query), month: month ?? null };
}

interface ClassRequest {
  Params: { readonly classId: string };
  Querystring: { readonly days?: unknown; readonly with?: unknown };
}
/** The class to compare with; null for none. @throws BadInput */
function otherOf(query: ClassRequest["Querystring"]): string | null {
  if (query.with === undefined) return null;
  if (typeof query.with !== "string") throw new BadInput("with", inEnglish("Must be one class."));
  return query.with;
}

/** Figures of classes as files, and the calendar feed of a person's plan, which its secret URL alone authorizes. */
export async function openPracticeHttp({ server, ctxOf }: HttpRoutes): Promise<void> {
  const sendCsv = (reply: FastifyReply, name: string, lines: Iterable<string> | AsyncIterable<string>) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${name}"`)
      .header("cache-control", "private, no-store")
      .send(Readable.from(lines));
  server.get<PeriodRequest>("/api/studio/figures/classes.csv", async (request, reply) =>
    sendCsv(reply, "classes.csv", await figuresCsv(await ctxOf(request), periodOf(request.query))),
  );
  server.get<PeriodRequest>("/api/studio/figures/instructors.csv", async (request, reply) =>
    sendCsv(reply, "instructors.csv", await sharesCsv(await ctxOf(request), periodOf(request.query))),
  );
  server.get<{ Querystring: { readonly quarter?: unknown } }>(
    "/api/studio/royalties.csv",
    async (request, reply) => {
      const { quarter } = request.query;
      const name = typeof quarter === "string" ? quarter : "";
      return sendCsv(reply, "royalties.csv", await royaltyCsv(await ctxOf(request), name));
    },
  );
  server.get<ClassRequest>("/api/studio/figures/class/:classId/figures.csv", async (request, reply) => {
    const { classId } = request.params;
    const other = otherOf(request.query);
    const lines = await classFiguresCsv(await ctxOf(request), classId, daysOf(request.query), other);
    return sendCsv(reply, "figures.csv", lines);
  });
  server.get<ClassRequest>("/api/studio/figures/class/:classId/sources.csv", async (request, reply) => {
    const { classId } = request.params;
    const lines = await classSourcesCsv(await ctxOf(request), classId, daysOf(request.query));
    return sendCsv(reply, "sources.csv", lines);
  });
  server.get("/calendar/:secret.ics", async (request: FastifyRequest, reply) => {
    const { secret = "" } = request.params as { secret?: string };
    return reply
      .header("cache-control", "private, no-cache")
      .header("x-robots-tag", "noindex")
      .type("text/calendar; charset=utf-8")
      .send(await calendarOf(await ctxOf(request), secret));
  });
}
