-- Sound of source videos, as alignment needs it. Without a reference to the asset: parts of a class are moved by the
-- fingerprint of the video that was replaced. Deleted with the video's file.
create table media.fingerprints (
  source_video_id uuid primary key,
  duration_ms int not null,
  -- onset strengths, a byte each
  onsets bytea not null
);
