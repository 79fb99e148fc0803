import { useLingui } from "@lingui/react/macro";
import { toDecimal } from "../../../../contract/formats/numbers.ts";
import { countryName, currencyName } from "../../../../contract/formats/names.ts";
import { timeZones } from "../../../../contract/formats/time-zones.ts";
import { localeNames, locales } from "../../../../contract/locales.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { linesOf } from "../../../lib/forms/lines-of.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { formatMoney } from "../../../lib/money.ts";
import { here } from "../../../lib/reader.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { VaryingNote } from "../../growth/public/varying-note.tsx";
import { AccentField } from "./accent-field.tsx";
import { BrandImages } from "./brand-images.tsx";
import { countryCodes } from "./places.ts";
import { readLimit } from "./refund-limit-input.ts";
import { SettingsSection } from "./settings-section.tsx";
import { SettingsFragment, type RefundLimitFragment } from "./settings-fragment.ts";

const SaveSettings = graphql(
  `
    mutation SaveStudioSettings($version: Int!, $input: StudioSettingsInput!) {
      saveStudioSettings(version: $version, input: $input) {
        ...StudioSettings
      }
    }
  `,
  [SettingsFragment],
);

const names = [
  "name",
  "shortName",
  "about",
  "contactEmail",
  "contactPhone",
  "contactAddress",
  "sellerName",
  "sellerAddress",
  "sellerCountry",
  "taxNumber",
  "vatId",
  "registration",
  "timeZone",
  "countryCode",
  "currencyCode",
  "locale",
  "invoicePrefix",
  "accent",
  "preselectedInterval",
] as const;
type Name = (typeof names)[number];
type Values = Record<Name | "links" | "schoolDomains", string> & {
  /** Typed amounts by currency. */
  refundLimits: Record<string, string>;
};

/** The form of the studio's settings. */
export function SettingsForm({
  settings,
  limits,
  onSaved,
  onImageChanged,
}: {
  settings: FragmentOf<typeof SettingsFragment>;
  limits: readonly ResultOf<typeof RefundLimitFragment>[];
  onSaved: () => void;
  /** An image of the brand changed: it is stored apart from the form. */
  onImageChanged: () => void;
}) {
  const { t } = useLingui();
  const [, save] = useMutation(SaveSettings);
  const { confirmed, sheet } = useConfirmation();
  const { version, links, schoolDomains, effectiveSeller, brandImages, ...known } = readFragment(
    SettingsFragment,
    settings,
  );
  const { form, submit, field, busy, formFault } = useServerForm<Values>({
    defaultValues: {
      ...(Object.fromEntries(names.map((name) => [name, known[name] ?? ""])) as Record<Name, string>),
      links: links.join("\n"),
      schoolDomains: schoolDomains.join("\n"),
      refundLimits: Object.fromEntries(
        limits.map(({ currencyCode, amount, isSet }) => [
          currencyCode,
          isSet ? toDecimal(amount, currencyCode) : "",
        ]),
      ),
    },
    send: async (values) => {
      const refundLimits = Object.entries(values.refundLimits)
        .filter(([, typed]) => typed.trim() !== "")
        .map(([currencyCode, typed]) => ({ currencyCode, amount: readLimit(typed, currencyCode)! }));
      const input = {
        ...values,
        refundLimits,
        links: linesOf(values.links),
        schoolDomains: linesOf(values.schoolDomains),
      };
      await confirmed(async () => {
        const { error } = await save({ version, input });
        if (error) throw error;
      });
      showToast(t`Settings saved`);
      onSaved();
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return "canceled";
      const wrong: Record<string, string> = {
        name: t`Use 1 to 60 characters, and no web address.`,
        shortName: t`Use at most 14 characters.`,
        contactEmail: t`Enter an email address.`,
        contactPhone: t`Enter a phone number, such as +1 212 555 0148.`,
        links: t`Enter up to 8 web addresses that begin with https://, one on each line.`,
        schoolDomains: t`Enter domains such as school.edu, one on each line.`,
        vatId: t`Enter a VAT ID with its country, such as DE123456788.`,
        invoicePrefix: t`Use at most 8 capital letters and digits.`,
        sellerAddress: t`Enter at most 6 lines.`,
        contactAddress: t`Enter at most 6 lines.`,
        accent: t`Enter a lighter color, such as #FF9A62.`,
      };
      const name = codeOf(error) === "SUBJECT_VARIED" ? "preselectedInterval" : (faultFieldOf(error) ?? "");
      const texts: Record<string, string> = {
        SUBJECT_VARIED: t`An experiment compares this. End it first.`,
        BAD_INPUT: wrong[name] ?? t`Check this field.`,
        CHANGED_MEANWHILE: t`Someone else changed the settings. Copy what you typed, then reload the page.`,
        NETWORK: t`You’re offline. Nothing was saved. Try again.`,
      };
      return { field: name, text: texts[codeOf(error)] ?? t`Couldn’t save. Try again.` };
    },
  });
  const countries = countryCodes
    .map((value) => ({ value, label: countryName(value, here()) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, here().locale));
  // Where plans have no prices, no one could pay.
  const currencies = [
    ...new Set([
      ...limits.filter(({ usual }) => usual > 0).map(({ currencyCode }) => currencyCode),
      ...(known.currencyCode ? [known.currencyCode] : []),
    ]),
  ].toSorted();
  const notSet = t`Not set`;
  return (
    <>
      {sheet}
      <form className="stack" noValidate onSubmit={(event) => void submit(event)} aria-label={t`Settings`}>
        <SettingsSection
          id="studio-brand"
          title={t`Name`}
          note={t`Shown on the site, in emails, and in the installed app.`}
        >
          <LineField label={t`Name`} most={60} {...field("name")} />
          <LineField
            label={t`Short name`}
            hint={t`At most 14 characters, for the phone’s home screen.`}
            most={14}

            {...field("shortName")}
          />
          <div className="is-wide">
            <LinesField
              label={t`About`}
              hint={t`Search engines and link previews show its beginning.`}
              rows={4}
              most={2000}
              {...field("about")}
            />
          </div>
        </SettingsSection>
        <SettingsSection
          id="studio-look"
          title={t`Logo and color`}
          note={t`Used on the site, in emails, on invoices, and in the installed app. Reload a page to see a new image.`}
        >
          <div className="is-wide">
            <BrandImages images={brandImages} confirmed={confirmed} onChanged={onImageChanged} />
          </div>
          <AccentField
            value={form.watch("accent")}
            field={field("accent")}
            onPick={(color) => form.setValue("accent", color, { shouldDirty: true, shouldValidate: true })}
          />
        </SettingsSection>
        <SettingsSection
          id="studio-contact"
          title={t`Contact`}
          note={t`How people reach you. The imprint states it.`}
        >
          <LineField label={t`Email`} type="email" {...field("contactEmail")} />
          <LineField label={t`Phone`} type="tel" {...field("contactPhone")} />
          <LinesField label={t`Address`} rows={3} most={300} {...field("contactAddress")} />
          <LinesField
            label={t`Social links`}
            hint={t`One web address on each line.`}
            rows={3}
            spellCheck={false}
            {...field("links")}
          />
        </SettingsSection>
        <SettingsSection
          id="studio-seller"
          title={t`Seller`}
          note={t`Who sells. Stated on invoices, in the imprint, the terms, and emails. Name, address, and country are required.`}
        >
          <LineField
            label={t`Legal name`}
            hint={
              effectiveSeller ? t`Invoices now name ${effectiveSeller}.` : t`Nothing can be sold without it.`
            }
            most={150}

            {...field("sellerName")}
          />
          <ChoiceField label={t`Country`} options={countries} unset={notSet} {...field("sellerCountry")} />
          <LinesField
            label={t`Street address`}
            hint={t`Without the country.`}
            rows={3}
            most={300}
            {...field("sellerAddress")}
          />
          <LineField
            label={t`Register and number`}
            most={200}

            {...field("registration")}
          />
          <LineField label={t`Tax number`} most={40} {...field("taxNumber")} />
          <LineField label={t`VAT ID`} most={20} {...field("vatId")} />
          <LineField
            label={t`Invoice prefix`}
            hint={t`Later invoices begin with it. Empty: EC.`}
            most={8}

            {...field("invoicePrefix")}
          />
        </SettingsSection>
        <SettingsSection
          id="studio-checkout"
          title={t`Checkout`}
          note={t`Which plan is chosen when someone opens the plans. A link to a plan comes first.`}
        >
          <ChoiceField
            label={t`Preselected plan`}
            options={[
              { value: "month", label: t`Paid monthly` },
              { value: "year", label: t`Paid yearly` },
            ]}
            unset={t`Best value`}
            {...field("preselectedInterval")}
          />
          <div className="is-wide">
            <VaryingNote subject="checkout_interval" />
          </div>
        </SettingsSection>
        {limits.length > 0 && (
          <SettingsSection
            id="studio-refunds"
            title={t`Refunds by support`}
            note={t`What support may refund of one invoice or gift card. Finance and admins have no limit.`}
          >
            {limits.map(({ currencyCode, usual }) => (
              <LineField
                key={currencyCode}
                label={t`Limit in ${currencyCode}`}
                hint={t`Empty: ${formatMoney(usual, currencyCode)}, about a month of your most expensive plan.`}
                inputMode="decimal"
                most={12}
                {...field(`refundLimits.${currencyCode}`, {
                  validate: (typed) =>
                    typed.trim() === "" ||
                    readLimit(typed, currencyCode) !== null ||
                    t`Enter an amount, such as 25.00, or 0 for none.`,
                })}
              />
            ))}
          </SettingsSection>
        )}
        <SettingsSection
          id="studio-students"
          title={t`Student price`}
          note={t`People with an email address at a school may redeem promo codes for students. Approve others on their page under People.`}
        >
          <div className="is-wide">
            <LinesField
              label={t`Email domains of schools`}
              hint={t`One on each line, such as school.edu. Addresses below it count too.`}
              rows={4}
              spellCheck={false}
              {...field("schoolDomains")}
            />
          </div>
        </SettingsSection>
        <SettingsSection
          id="studio-region"
          title={t`Region`}
          note={t`What holds where a person’s own choice is unknown.`}
        >
          <ChoiceField
            label={t`Time zone`}
            options={timeZones().map((value) => ({ value, label: value.replaceAll("_", " ") }))}
            unset="UTC"
            {...field("timeZone")}
          />
          <ChoiceField
            label={t`Country of visitors`}
            options={countries}
            unset={notSet}
            {...field("countryCode")}
          />
          <ChoiceField
            label={t`Currency`}
            options={currencies.map((value) => ({
              value,
              label: `${value}, ${currencyName(value, here()) ?? value}`,
            }))}
            unset={notSet}
            hint={t`Revenue is shown in it. Countries without a currency of their own pay in it.`}
            {...field("currencyCode")}
          />
          <ChoiceField
            label={t`Language`}
            options={locales.map((value) => ({ value, label: localeNames[value] }))}
            unset={notSet}
            hint={t`The language that you write your texts in.`}
            {...field("locale")}
          />
        </SettingsSection>
        <div className="site-save">
          <Button type="submit" tone="go" busy={busy}>
            {t`Save settings`}
          </Button>
          {form.formState.isDirty && !busy && <span className="t1 muted">{t`Not saved yet`}</span>}
          {formFault && (
            <p className="hint hint-bad" role="alert">
              {formFault}
            </p>
          )}
        </div>
      </form>
    </>
  );
}
