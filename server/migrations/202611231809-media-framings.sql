-- Where the dancer is in the image of an asset: proposed from its present version, and chosen by the studio.
create table media.framings (
  asset_id uuid primary key references media.assets (id) on delete cascade,
  -- Share of the image's width that the dance needs.
  spread real not null check (spread > 0 and spread <= 1),
  -- [{atMs, x}], ascending; x from 0 (left) to 1. Empty without a proposal.
  points jsonb not null,
  -- Horizontal position that an editor chose, percent; null: as proposed.
  chosen_percent smallint check (chosen_percent between 0 and 100)
);
