import { useNavigate, useSearch } from "./router/index.ts";

/**
 * State with one of a few values, stored in the search parameter `name`; `usual` is the default.
 * A change replaces the history entry and preserves the scroll position.
 *
 * @param values null allows any string
 */
export function useChoice<Value extends string>(
  name: string,
  values: readonly Value[] | null,
  usual: NoInfer<Value>,
): [chosen: Value, choose: (value: Value) => void] {
  const search = useSearch();
  const navigate = useNavigate();
  const given = search[name];
  const choose = (value: Value): void => {
    const changed = { ...search, [name]: value === usual ? undefined : value };
    void navigate({ to: ".", search: changed, replace: true, resetScroll: false });
  };
  const known = values ? values.find((value) => value === given) : typeof given === "string" ? given : null;
  return [(known ?? usual) as Value, choose];
}
