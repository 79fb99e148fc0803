-- Jobs that follow publishing had one queue of each kind, which let one run at a time in the whole studio. Each worker runs one now.
-- Running ones stay in their queue until they end. AV1 and slow sounds wait until the workers of the release before are gone: without
-- the queue, those would take several at once.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  update graphile_worker._private_jobs as jobs set job_queue_id = null,
    run_at = case when queues.queue_name = 'sounds' then run_at else greatest(run_at, now() + interval '30 minutes') end
  from graphile_worker._private_job_queues as queues
  where queues.id = jobs.job_queue_id and queues.queue_name in ('av1', 'slow-sounds', 'sounds') and jobs.locked_at is null;
end $$;
