import type { BrowserContext } from "@playwright/test";
import type { ProviderAnswer } from "../server/testing/provider-answer.ts";

/** Lets a fake provider answer requests to its hosts; the page's security policy still sees their real names. */
export async function forwardHosts(
  context: BrowserContext,
  hosts: RegExp,
  provider: { answerBrowser: (request: { url: string; method: string; body: string }) => ProviderAnswer },
): Promise<void> {
  await context.route(hosts, async (route) => {
    const request = route.request();
    const { status, type, body } = provider.answerBrowser({
      url: request.url(),
      method: request.method(),
      body: request.postData() ?? "",
    });
    const headers = { "access-control-allow-origin": "*" };
    await route.fulfill({ status, contentType: type, body, headers });
  });
}
