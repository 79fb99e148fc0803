import { uploadsOnDisk } from "../../platform/stored-files/owners.ts";
import type { StoredFiles } from "../../platform/stored-files/owners.ts";
import { deleteFilesJob } from "./files-job.ts";
import { anglesText, av1ViewsText, uprightAnglesText } from "./store-joins.ts";

/** Folders of a published version's views, below its own: as `uprightFolder` names the upright ones. */
const views = `${anglesText} || array(select angle || '-upright' from unnest(${uprightAnglesText}) as angle)`;

/** Files that rows of the module use. */
export const storedFiles: StoredFiles = [
  {
    kind: "Videos",
    used: `
      with published as (
        select *, 'assets/' || id || '/' || version || '/' as folder from media.assets where version is not null
      )
      select folder as name, null as needs, id::text as subject from published
      union all
      select folder, folder || file, id::text from published, unnest(
        array(select view || '/master.m3u8' from unnest(${views}) as view)
        || array(select 'captions/' || (track ->> 'language') || '.vtt' from jsonb_array_elements(captions) as track)
        || array(select 'slow/' || percent || '/index.m3u8' from unnest(slow_percents) as percent where slow_version = version)
        || array(select view || '/av1.m3u8' from unnest(${av1ViewsText}) as view)
        || array['storyboard.vtt']
      ) as file
      union all
      select 'assets/' || asset_id || '/' || version || '/', null, null from media.attempts where state in ('running', 'published')`,
  },
  {
    kind: "Stretches of videos that are being prepared",
    used: `select 'stretches/' || id || '/' as name, null as needs, null as subject from media.assets where is_pending`,
  },
  {
    kind: "Images and trailers of videos",
    used: `
      select 'pictures/' || name as name, 'pictures/' || name as needs, id::text as subject
      from media.assets, unnest(array[poster, thumbnail, trailer]) as name where name is not null
      union all
      select 'pictures/' || folder || id || '/', null, null from media.assets, unnest(array['posters/', 'trailers/']) as folder`,
  },
  {
    kind: "Source videos",
    used: `
      select 'uploads/' || asset_id || '/' as name,
        case when received_at is not null then 'uploads/' || asset_id || '/source' end as needs,
        asset_id::text as subject
      from media.uploads where in_store and ended_at is null
      union all
      select '${uploadsOnDisk}' || asset_id,
        case when received_at is not null then '${uploadsOnDisk}' || asset_id end, asset_id::text
      from media.uploads where not in_store and ended_at is null
      union all
      select '${uploadsOnDisk}' || id, null, null from media.assets`,
  },
  {
    kind: "Files that a job will delete",
    used: `
      select payload ->> 'prefix' as name, null as needs, null as subject
      from graphile_worker._private_jobs join graphile_worker._private_tasks on _private_tasks.id = task_id
      where identifier = '${deleteFilesJob.name}'
      union all
      select unnest(array['uploads/' || (payload ->> 'assetId') || '/', '${uploadsOnDisk}' || (payload ->> 'assetId')]), null, null
      from graphile_worker._private_jobs join graphile_worker._private_tasks on _private_tasks.id = task_id
      where identifier = 'media.drop_upload'`,
  },
];
