import { builder } from "../../../platform/graphql/builder.ts";
import { Experiment, PreselectedInterval } from "../../growth/refs.ts";
import { preselection } from "./preselection.ts";
import type { Preselection } from "./preselection.ts";

const PreselectionType = builder.objectRef<Preselection>("CheckoutPreselection").implement({
  fields: (t) => ({
    interval: t.expose("interval", {
      type: PreselectedInterval,
      nullable: true,
      description: "Null: the best value, else a yearly plan.",
    }),
    experiment: t.expose("experiment", {
      type: Experiment,
      nullable: true,
      description: "Whose variant this is; call `setExperiment` once it is on the screen. Null: none’s.",
    }),
  }),
});

builder.queryField("checkoutPreselection", (t) =>
  t.field({
    type: PreselectionType,
    description: "Whose plan the checkout preselects, unless a link names one.",
    resolve: (_root, _args, ctx) => preselection(ctx),
  }),
);
