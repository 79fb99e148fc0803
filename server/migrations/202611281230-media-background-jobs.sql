-- Jobs that follow publishing had one queue of each kind, which let one run at a time in the whole studio. Each worker runs one now.
-- Running ones stay in their queue until they end.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  update graphile_worker._private_jobs as jobs set job_queue_id = null
  from graphile_worker._private_job_queues as queues
  where queues.id = jobs.job_queue_id and queues.queue_name in ('av1', 'slow-sounds', 'sounds') and jobs.locked_at is null;
end $$;
