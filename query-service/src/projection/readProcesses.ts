import type { ProcessRow } from '@hearth/contracts/projection'
import type pg from 'pg'

const MAX_INSTANCES = 20

// Only due effects are counted: there may be as many timers as bookings. A manager that has never caught up
// sends nothing, so none of its effects are late.
const PROCESSES = `
  select
    m.name as id,
    m.version,
    m.commit::text as position,
    m.lease_owner as holder,
    m.lease_until as "leaseUntil",
    m.epoch::float8 as epoch,
    case
      when m.lease_until is null
      or m.lease_until < now() then 'unheld'
      when not m.live then 'catching-up'
      when m.updated_at < now() - interval '10 seconds'
      and m.commit < (
        select max(commit)
        from read.segment
        where projection = 'event_log' and serving
      ) then 'behind'
      else 'live'
    end as state,
    (
      select count(*)::int
      from app.process p
      where p.manager = m.name and p.error is not null
    ) as stopped,
    (
      select
        coalesce(
          jsonb_agg(
            jsonb_build_object(
              'instance',
              id,
              'error',
              error,
              'events',
              (select count(*) from app.process_event e where e.manager = m.name and e.instance = i.id)
            )
            order by i.updated_at, i.id
          ),
          '[]'
        )
      from
        (
          select id, error, updated_at
          from app.process p
          where p.manager = m.name and p.error is not null
          order by updated_at, id
          limit ${MAX_INSTANCES}
        ) i
    ) as "stoppedInstances",
    coalesce(o.waiting, 0) as waiting,
    coalesce(o.oldest, 0) as "oldestSeconds",
    coalesce(o.failing, 0) as failing,
    (
      select
        jsonb_build_object(
          'name', coalesce(work ->> 'type', work ->> 'name', ''),
          'attempts', attempts,
          'error', error
        )
      from app.outbox f
      where
        m.live
        and f.manager = m.name
        and f.done_at is null
        and f.due_at <= now()
        and f.error is not null
      order by f.due_at
      limit 1
    ) as failure,
    (
      select min(due_at)
      from app.outbox n
      where n.manager = m.name and n.done_at is null and n.due_at > now()
    ) as "nextAt"
  from
    app.process_manager m
    left join lateral (
      select
        count(*)::int as waiting,
        extract(epoch from now() - min(due_at))::float8 as oldest,
        (count(*) filter (where error is not null))::int as failing
      from app.outbox d
      where m.live and d.manager = m.name and d.done_at is null and d.due_at <= now()
    ) o on true
  order by m.name`

/** Every process manager with its position and the due effects of its outbox. */
export const readProcesses = async (pool: pg.Pool): Promise<readonly ProcessRow[]> =>
  (await pool.query<ProcessRow>(PROCESSES)).rows
