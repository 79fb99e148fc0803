import "./people.css";
import { useLingui } from "@lingui/react/macro";
import { countryName } from "../../../../contract/formats/names.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { here } from "../../../lib/reader.ts";
import { Select } from "../../../ui/select.tsx";
import { danced, filterOf, stages, type FilterName, type GivenFilters } from "./filters.ts";
import { dancedLabels, planLabel, stageLabels } from "./labels.ts";
import { PeopleOptionsQuery } from "./people-options.ts";

type PeopleFiltersProps = {
  given: GivenFilters;
  /** Undefined removes a filter. */
  onChoose: (name: FilterName, value: string | undefined) => void;
};

/** The filters of people; all of them combine. */
export function PeopleFilters({ given, onChoose }: PeopleFiltersProps) {
  const { t } = useLingui();
  const [{ data: options }] = useQuery({ query: PeopleOptionsQuery });
  const filter = filterOf(given);
  return (
    <div className="people-filters">
      <Select
        label={t`Status`}
        value={given("stage") ?? ""}
        onChoose={(stage) => onChoose("stage", stage || undefined)}
        options={[
          { value: "", label: t`Any status` },
          ...stages.map((stage) => ({ value: stage as string, label: stageLabels()[stage] })),
        ]}
      />
      <Select
        label={t`Plan`}
        value={filter.planId ?? ""}
        onChoose={(plan) => onChoose("plan", plan || undefined)}
        options={[
          { value: "", label: t`Any plan` },
          ...(options?.couponOptions.plans ?? []).map((plan) => ({
            value: plan.id as string,
            label: planLabel(plan),
          })),
        ]}
      />
      <Select
        label={t`Country`}
        value={filter.countryCode ?? ""}
        onChoose={(country) => onChoose("country", country || undefined)}
        options={[
          { value: "", label: t`Any country` },
          ...(options?.paymentConfig.countries ?? []).map((code) => ({
            value: code,
            label: countryName(code, here()) ?? code,
          })),
        ]}
      />
      <Select
        label={t`Currency`}
        value={filter.currencyCode ?? ""}
        onChoose={(currency) => onChoose("currency", currency || undefined)}
        options={[
          { value: "", label: t`Any currency` },
          ...(options?.couponOptions.currencyCodes ?? []).map((code) => ({ value: code, label: code })),
        ]}
      />
      <Select
        label={t`Last danced`}
        value={filter.danced ?? ""}
        onChoose={(when) => onChoose("danced", when || undefined)}
        options={[
          { value: "", label: t`Any time` },
          ...danced.map((when) => ({ value: when as string, label: dancedLabels()[when] })),
        ]}
      />
      <Select
        label={t`Style danced`}
        value={filter.style ?? ""}
        onChoose={(style) => onChoose("style", style || undefined)}
        options={[
          { value: "", label: t`Any style` },
          ...(options?.styles ?? []).map(({ slug, name }) => ({ value: slug as string, label: name })),
        ]}
      />
      <label className="field">
        <span className="lab">{t`Promo code`}</span>
        <input
          key={given("coupon")}
          className="in"
          maxLength={40}
          autoCapitalize="characters"
          defaultValue={given("coupon") ?? ""}
          onBlur={(event) => onChoose("coupon", event.currentTarget.value.trim() || undefined)}
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
      </label>
      {(["from", "until"] as const).map((name) => (
        <label className="field" key={name}>
          <span className="lab">{name === "from" ? t`Joined from` : t`Joined until`}</span>
          <input
            key={given(name)}
            className="in"
            type="date"
            defaultValue={given(name) ?? ""}
            onBlur={(event) => onChoose(name, event.currentTarget.value || undefined)}
          />
        </label>
      ))}
    </div>
  );
}
