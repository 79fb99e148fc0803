import { AwsClient } from "aws4fetch";
import type { S3Settings } from "./storage-s3.ts";

/**
 * A URL by which anyone may read an object for a while.
 * @param url of the object, as clients reach it
 * @param at from when it is valid
 * @param seconds for how long
 */
export async function presignS3(
  store: Omit<S3Settings, "endpoint" | "bucket">,
  url: string,
  at: Date,
  seconds: number,
): Promise<string> {
  const client = new AwsClient({
    accessKeyId: store.accessKeyId,
    secretAccessKey: store.secretAccessKey,
    region: store.region,
    service: "s3",
  });
  const signed = await client.sign(`${url}?X-Amz-Expires=${seconds}`, {
    aws: { signQuery: true, datetime: at.toISOString().replace(/[-:]|\.\d+/g, "") },
  });
  return signed.url;
}
