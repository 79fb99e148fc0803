import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { deviceTimeZone } from "../../../../contract/formats/time-zones.ts";

const CalendarQuery = graphql(`
  query PlanCalendar {
    planCalendar {
      url
    }
  }
`);
const Open = graphql(`
  mutation OpenPlanCalendar($timeZone: String) {
    openPlanCalendar(timeZone: $timeZone) {
      url
    }
  }
`);
const Close = graphql(`
  mutation ClosePlanCalendar {
    closePlanCalendar {
      url
    }
  }
`);

/** The plan as a calendar feed, by a URL that can be revoked. */
export function CalendarSetting() {
  const { t } = useLingui();
  const [{ data }] = useQuery({ query: CalendarQuery });
  const [{ fetching: opening }, open] = useMutation(Open);
  const [{ fetching: closing }, close] = useMutation(Close);
  const url = data?.planCalendar.url ?? null;
  const announceResult = ({ error }: { error?: unknown }): void => {
    if (error) showToast(t`Couldn’t update your calendar link. Try again.`);
  };
  const copy = (text: string) =>
    copyText(text, {
      done: t`Link copied.`,
      refused: t`Couldn’t copy. Select the link and copy it.`,
    });
  return (
    <section className="stack" aria-labelledby="calendar">
      <h2 className="t4" id="calendar">{t`Add to your calendar`}</h2>
      {url ? (
        <>
          <p className="muted pretty">
            {t`Anyone with this link can see your schedule. Turn it off anytime.`}
          </p>
          <code className="t1 plan-secret">{url}</code>
          <div className="row wrap">
            <a className={buttonClass({ size: "s" })} href={url.replace(/^https?:/, "webcal:")}>
              {t`Open in your calendar`}
            </a>
            <Button size="s" onClick={() => void copy(url)}>
              {t`Copy link`}
            </Button>
            <Button size="s" tone="bad" busy={closing} onClick={() => void close({}).then(announceResult)}>
              {t`Turn off link`}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="muted pretty">{t`Get a private link to see your classes in your calendar app.`}</p>
          <Button
            busy={opening}
            onClick={() => void open({ timeZone: deviceTimeZone() }).then(announceResult)}
          >
            {t`Create link`}
          </Button>
        </>
      )}
    </section>
  );
}
