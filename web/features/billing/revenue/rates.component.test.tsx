import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { AppFrame } from "../../../gallery/app-frame.tsx";
import { answerRequests } from "../../../gallery/network.ts";
import { Rates } from "./rates.tsx";

test("asks about a rate with a thousands separator, and sends it once it is clear", async () => {
  const sent = answerRequests({ ExchangeRateSet: () => ({ exchangeRateSet: true }) });
  const screen = await render(
    <AppFrame>
      <Rates
        conversion={{ currencyCode: "IDR", source: "studio", rates: [] } as never}
        withoutRate={["EUR"]}
        onSaved={() => undefined}
      />
    </AppFrame>,
  );
  await screen.getByText("Enter exchange rates").click();
  const rate = screen.getByRole("textbox", { name: "1 EUR in IDR" });
  const save = screen.getByRole("button", { name: "Save rate" });
  await rate.fill("17,500");
  await save.click();
  await expect
    .element(rate)
    .toHaveAccessibleDescription("Write it without a thousands separator, such as 17500 or 17.5.");
  expect(sent).toEqual([]);
  await rate.fill("17500");
  await save.click();
  await expect
    .poll(() => sent)
    .toEqual([{ to: "ExchangeRateSet", body: { currencyCode: "EUR", into: "IDR", value: 17_500 } }]);
});
