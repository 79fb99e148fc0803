import "../../../ui/sheet.css";
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { Icon } from "../../../ui/icon.tsx";
import { usePermissions } from "../public/use-permissions.ts";
import {
  actGroup,
  classesGroup,
  pagesGroup,
  peopleGroup,
  SearchQuery,
  type Group,
  type Item,
} from "./search-groups.ts";
import type { Area } from "./use-areas.ts";

const debounceMs = 150;

/** The text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Search over people, what can be done for the first of them, classes in every state, and pages. */
export function CommandSearch({ areas, onClose }: { areas: readonly Area[]; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const search = useSettled(text.trim());
  const may = usePermissions();
  const has = (key: Area["key"]) => areas.some((area) => area.key === key);
  const isPaused = search.length < 2;
  const [{ data, fetching, error }] = useQuery({
    query: SearchQuery,
    variables: { search, people: has("people"), classes: has("classes"), drafts: may("draftClasses") },
    requestPolicy: "cache-and-network",
    pause: isPaused || areas.length === 0,
  });
  const found = isPaused ? undefined : data;
  const groups = [
    peopleGroup(found),
    ...(may("managePlans") ? [actGroup(found)] : []),
    classesGroup(found),
    pagesGroup(areas, text.trim()),
  ].filter((group) => group.items.length > 0);
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);
  const isWaiting = !isPaused && (fetching || search !== text.trim());
  const choose = (item: Item, isNewTab: boolean): void => {
    if (isNewTab) {
      window.open(item.act ? `${item.to}?act=${item.act}` : item.to, "_blank", "noopener");
      return;
    }
    onClose();
    void navigate({ to: item.to, ...(item.act ? { search: { act: item.act } } : {}) });
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog sheet command-search" aria-label={t`Search the studio`}>
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            value={text}
            onValueChange={(value, { reason }) => reason !== "item-press" && setText(value)}
            itemToStringValue={(item: Item) => item.name}
            autoHighlight="always"
            keepHighlight
          >
            <div className="command-field">
              <Icon of={Search} />
              <Autocomplete.Input
                aria-label={t`Search the studio`}
                placeholder={t`People, classes, pages`}
                autoComplete="off"
                spellCheck={false}
              />
            </div>
            <Autocomplete.Status className="command-status t1 muted">
              {error && !data
                ? t`Couldn’t search. Check your connection, then try again.`
                : count === 0 && !isWaiting
                  ? t`Nothing found. Try a name, an email, an invoice number or a class title.`
                  : null}
            </Autocomplete.Status>
            <Autocomplete.List className="command-list" aria-label={t`Results`}>
              {(group: Group) => (
                <Autocomplete.Group key={group.id} items={group.items}>
                  <Autocomplete.GroupLabel className="command-group t1 muted">
                    {group.name}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Item) => (
                      <Autocomplete.Item
                        key={item.id}
                        value={item}
                        onClick={(event) => choose(item, event.metaKey || event.ctrlKey)}
                      >
                        <Icon of={item.icon} />
                        <span className="clip" dir="auto">
                          {item.name}
                        </span>
                        {item.note && <span className="t1 muted">{item.note}</span>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
          <p className="sr-only" role="status">
            {isPaused || isWaiting ? "" : plural(count, { one: "# result", other: "# results" })}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
