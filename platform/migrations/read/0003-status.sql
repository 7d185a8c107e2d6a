
create view projection_status as
  select 'platform'::text as tenant_id, p.name as id, p.switches::bigint as _revision, b.version::bigint as version, b.build::bigint as build,
    case when bool_or(s.error is not null) then 'stopped' when b.status = 'building' then 'building' when bool_or(s.lease_until is null or s.lease_until < now()) then 'unheld'
      when max(s.lag_ms) > 10000 then 'behind' else 'live' end as state,
    case when bool_or(s.commit is null) then null else min(s.commit)::text end as position,
    coalesce(max(s.lag_ms), 0)::double precision as lag_ms, coalesce(sum(s.events_per_second), 0)::double precision as events_per_second,
    (select count(*) from read.parked_stream k where k.projection = b.projection and k.build = b.build) as parked_streams,
    jsonb_agg(jsonb_build_object(
      'segment', s.segment, 'firstBucket', s.first_bucket, 'lastBucket', s.last_bucket, 'position', s.commit::text, 'holder', s.lease_owner, 'leaseUntil', to_char(s.lease_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'epoch', s.epoch, 'lagMs', s.lag_ms, 'eventsPerSecond', s.events_per_second, 'error', s.error) order by s.segment) as segments,
    (select coalesce(jsonb_agg(jsonb_build_object(
      'build', o.build, 'version', o.version, 'status', o.status, 'reason', o.reason,
      'progress', case when o.status <> 'building' then 1 else least(1, coalesce(round(t.commit / nullif(max(s.commit), 0), 4), 0)) end, 'eventsPerSecond', t.rate,
      'startedAt', to_char(o.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'completedAt', to_char(o.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'verifiedAt', to_char(o.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'keepUntil', to_char(o.keep_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'parkedStreams', (select count(*) from read.parked_stream k where k.projection = o.projection and k.build = o.build), 'error', t.error, 'difference', o.difference) order by o.build), '[]')
    from read.build o cross join lateral (
      select min(coalesce(x.commit, 0)) as commit, coalesce(sum(x.events_per_second), 0) as rate, min(x.error) as error from read.segment x where x.projection = o.projection and x.build = o.build
    ) t where o.projection = p.name and o.build <> p.serving and o.status <> 'retired') as others, p.updated_at as switched_at
  from read.projection p join read.build b on b.projection = p.name and b.build = p.serving join read.segment s on s.projection = b.projection and s.build = b.build
  group by p.name, p.serving, p.switches, p.updated_at, b.projection, b.build;

create view parked_stream_status as
  select 'platform'::text as tenant_id, k.projection || '.' || k.build || '.' || k.stream as id, k.attempts::bigint as _revision, k.projection, k.build::bigint as build, coalesce(p.serving = k.build, false) as serving, k.stream,
    k.tenant_id as account_id, k.event_id, k.event_type, k.commit::text as position, k.error, k.attempts::bigint as attempts,
    (select count(*) from read.parked_event e where e.projection = k.projection and e.build = k.build and e.stream = k.stream) as events, k.parked_at
  from read.parked_stream k left join read.projection p on p.name = k.projection;

create view projection_request_status as
  select 'platform'::text as tenant_id, r.id::text as id, case when r.status in ('waiting', 'running') then 0 else 1 end::bigint as _revision, r.verb, r.projection, r.stream, r.requested_by, r.requested_at, r.status, r.answer, r.answered_at
  from read.projection_request r;
