import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import {
  findCertificate,
  isOwnCertificate,
  myCertificates,
  nameOnCertificate,
  shareCertificate,
} from "./certificates.ts";
import type { CertificatePage, CertificateRow } from "./certificates.ts";

const Certificate = builder.objectRef<CertificateRow>("Certificate").implement({
  description: "That a person completed a course. It stays as it was on that day.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The address of its page." }),
    title: t.exposeString("title", { description: "Of the course, on the day it was completed." }),
    courseSlug: t.exposeString("courseSlug", {
      nullable: true,
      description: "Null if the course is no longer published.",
    }),
    name: t.string({
      nullable: true,
      description: "Of the person, as it is now; null for a guest.",
      resolve: (found, _args, ctx) => nameOnCertificate(ctx, found),
    }),
    instructors: t.exposeStringList("instructors", { description: "In the order of their first classes." }),
    classCount: t.exposeInt("classCount", {
      description: "Classes that the person completed. 0 if none of them was in the library anymore.",
    }),
    durationInMs: t.int({ description: "Of these classes.", resolve: ({ durationMs }) => durationMs }),
    completedOn: t.exposeString("completedOn", { description: "YYYY-MM-DD in the person’s time zone." }),
    isShared: t.exposeBoolean("isShared", { description: "Whether anyone who has its address sees it." }),
    isMine: t.boolean({ resolve: (found, _args, ctx) => isOwnCertificate(ctx, found) }),
  }),
});
const CertificatePageType = builder.objectRef<CertificatePage>("CertificatePage").implement({
  fields: (t) => ({
    items: t.field({ type: [Certificate], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});

builder.queryFields((t) => ({
  myCertificates: t.field({
    type: CertificatePageType,
    description: "The viewer’s certificates, the latest first; none without a viewer.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) => myCertificates(ctx, pagination),
  }),
  certificate: t.field({
    type: Certificate,
    nullable: true,
    description: "The viewer’s own, or one that its owner shares; null for any other.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => findCertificate(ctx, id),
  }),
}));
builder.mutationFields((t) => ({
  shareCertificate: t.field({
    type: Certificate,
    description: "Shows a certificate to everyone who has its address, or hides it. Idempotent.",
    args: { id: t.arg.id({ required: true }), isShared: t.arg.boolean({ required: true }) },
    resolve: (_root, { id, isShared }, ctx) => shareCertificate(ctx, id, isShared),
  }),
}));
