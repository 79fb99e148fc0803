/** A stand-in for Amazon SNS: it has a certificate, and signs what it sends. */
import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const { privateKey: key, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A value of ASN.1 in DER. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);

/** The certificate of the key, which it signs itself: version 3 of X.509. */
function certificateOf(): string {
  const sha256WithRsa = sequence(der(0x06, Buffer.from("2a864886f70d01010b", "hex")), der(0x05));
  const commonName = sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from("sns.test")));
  const name = sequence(der(0x31, commonName));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    name,
    sequence(der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("491231000000Z"))),
    name,
    publicKey.export({ format: "der", type: "spki" }),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, key));
  const encoded = sequence(content, sha256WithRsa, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${encoded.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}
const certificate = certificateOf();

export const topicArn = "arn:aws:sns:eu-west-1:000000000000:demo";

export interface SnsServer {
  readonly url: string;
  readonly certificateUrl: string;
  /** How many subscriptions were confirmed. */
  confirmed(): number;
  /** A signed message, as it is posted. `change` is made after it was signed. */
  messageOf(
    given: { type?: string; message: unknown; topic?: string; version?: "1" | "2"; at?: Date },
    change?: object,
  ): string;
  stop(): Promise<void>;
}

export async function startSnsServer(): Promise<SnsServer> {
  let confirmations = 0;
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/?Action=ConfirmSubscription")) confirmations += 1;
    response.end(request.url?.includes(".pem") ? certificate : "ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const certificateUrl = `${url}/SimpleNotificationService-0123456789abcdef.pem`;
  return {
    url,
    certificateUrl,
    confirmed: () => confirmations,
    messageOf: (
      { type = "Notification", message, topic = topicArn, version = "2", at = new Date() },
      change = {},
    ) => {
      const isNotification = type === "Notification";
      const signed: Record<string, string> = {
        Message: typeof message === "string" ? message : JSON.stringify(message),
        MessageId: randomUUID(),
        ...(!isNotification && { SubscribeURL: `${url}/?Action=ConfirmSubscription&Token=demo` }),
        Timestamp: at.toISOString(),
        ...(!isNotification && { Token: "demo" }),
        TopicArn: topic,
        Type: type,
      };
      const text = Object.entries(signed)
        .map(([name, value]) => `${name}\n${value}\n`)
        .join("");
      return JSON.stringify({
        ...signed,
        SignatureVersion: version,
        Signature: sign(version === "2" ? "sha256" : "sha1", Buffer.from(text), key).toString("base64"),
        SigningCertURL: certificateUrl,
        ...change,
      });
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
