import type { IpLocator } from "../../../platform/ip-location.ts";
import { parseLocation } from "./parse.ts";

/** Timeout of a service; milliseconds. */
const timeoutMs = 1_400;
const maxAnswerBytes = 64 * 1024;

/**
 * Locator for a geolocation service that answers GET with JSON.
 * @param template its URL with `{ip}` for the IP address; without it the IP address becomes the last path segment
 */
export function createServiceLocator(template: string): IpLocator {
  return {
    async locate(address) {
      const escaped = encodeURIComponent(address);
      const url = template.includes("{ip}")
        ? template.replaceAll("{ip}", escaped)
        : `${template.replace(/\/+$/, "")}/${escaped}`;
      const response = await fetch(url, {
        headers: { accept: "application/json" },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
      });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`The geolocation service answered ${response.status}`);
      const body = await response.text();
      if (body.length > maxAnswerBytes) throw new Error("The geolocation service's answer is too large");
      return parseLocation(JSON.parse(body));
    },
  };
}
