import { builder } from "../../platform/graphql/builder.ts";
import type { Page } from "./pages.ts";
import { contentTypes, decisions, queues, reportReasons } from "./moderation/store-cases.ts";
import { moderationStatuses } from "./store.ts";
import type { CommentRow, PostRow, UploadRow } from "./store.ts";

export const Post = builder.objectRef<PostRow>("Post");
export const PostPage = builder.objectRef<Page<PostRow>>("PostPage");
export const Comment = builder.objectRef<CommentRow>("Comment");
export const CommentPage = builder.objectRef<Page<CommentRow>>("CommentPage");
export const VideoUpload = builder.objectRef<UploadRow>("VideoUpload");
export const Revision = builder.objectRef<{ text: string; replacedAt: Date }>("Revision");
export const ContentTypeEnum = builder.enumType("ContentType", { values: contentTypes });
export const ReportReasonEnum = builder.enumType("ReportReason", { values: reportReasons });
export const ModerationStatusEnum = builder.enumType("ModerationStatus", { values: moderationStatuses });
export const QueueEnum = builder.enumType("ModerationQueue", { values: queues });
export const DecisionEnum = builder.enumType("ModerationDecision", { values: decisions });
