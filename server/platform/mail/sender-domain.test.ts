import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { domainOfSender, lookUpSender } from "./sender-domain.ts";

/** TXT records of a name server on this machine. Other names don't exist; those below `broken.example` fail. */
const records: Readonly<Record<string, string>> = {
  "dance.example": "v=spf1 include:_spf.mail.example -all",
  "google._domainkey.dance.example": "v=DKIM1; k=rsa; p=MIGfMA0GCSq",
  "_dmarc.dance.example": "v=DMARC1; p=quarantine",
  "bare.example": "some-site-verification=1",
  // A revoked key.
  "k1._domainkey.bare.example": "v=DKIM1; p=",
};
const socket = createSocket("udp4");
let resolver: Resolver;
beforeAll(async () => {
  socket.on("message", (question, from) => {
    const labels: string[] = [];
    let at = 12;
    for (; question[at] !== 0; at += question[at]! + 1)
      labels.push(question.toString("latin1", at + 1, at + 1 + question[at]!));
    const name = labels.join(".").toLowerCase();
    const record = records[name];
    const head = Buffer.from(question.subarray(0, 12));
    const failure = name.endsWith("broken.example") ? 2 : 3;
    head.writeUInt16BE(0x8180 | (record ? 0 : failure), 2);
    head.writeUInt16BE(record ? 1 : 0, 6);
    head.writeUInt16BE(0, 8);
    head.writeUInt16BE(0, 10);
    const text = Buffer.from(record ?? "");
    const answer = Buffer.concat([
      Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length]),
      text,
    ]);
    const parts = [head, question.subarray(12, at + 5), ...(record ? [answer] : [])];
    socket.send(Buffer.concat(parts), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  resolver = new Resolver({ timeout: 5000 });
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
});
afterAll(() => {
  socket.close();
});

test("finds the records of a sender's domain, and of the domain above it", async () => {
  expect(await lookUpSender("dance.example", resolver)).toEqual({
    domain: "dance.example",
    spf: "present",
    dkim: "present",
    dmarc: "present",
  });
  expect(await lookUpSender("news.dance.example", resolver)).toMatchObject({
    spf: "missing",
    dkim: "missing",
    dmarc: "present",
  });
});

test("tells missing records from a name server that doesn't answer", async () => {
  expect(await lookUpSender("bare.example", resolver)).toMatchObject({
    spf: "missing",
    dkim: "missing",
    dmarc: "missing",
  });
  expect(await lookUpSender("broken.example", resolver)).toMatchObject({
    spf: "unknown",
    dkim: "unknown",
    dmarc: "unknown",
  });
});

test.each([
  ["Marlow Street <hello@Dance.Example>", "dance.example"],
  ["hello@news.dance.example", "news.dance.example"],
  ["hello@localhost", "localhost"],
])("reads the domain of %s", (sender, domain) => {
  expect(domainOfSender(sender)).toBe(domain);
});
