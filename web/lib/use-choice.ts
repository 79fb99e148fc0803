import { useNavigate, useSearch } from "./router/index.ts";

/**
 * One of a few values, kept in the page's address under `name`; `usual` where it isn't there. Choosing stays at the same place of the
 * page and of the history.
 * @param values null takes any word
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
