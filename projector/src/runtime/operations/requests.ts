import type { Pool } from 'pg'

export type Verb = 'rebuild' | 'verify' | 'cutover' | 'rollback' | 'discard' | 'unpark'
export type Request = Readonly<{ id: string; verb: Verb; projection: string; stream: string | null }>

/** Asks the projectors to do something; they are notified immediately. Returns the request's id. */
export const insertRequest = async (
  pool: Pool,
  {
    verb,
    projection,
    stream,
    requestedBy,
  }: Readonly<{ verb: Verb; projection: string; stream?: string; requestedBy: string }>,
): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `
      insert into read.projection_request (verb, projection, stream, requested_by)
      values ($1, $2, $3, $4)
      returning id`,
    [verb, projection, stream ?? null, requestedBy],
  )
  return rows[0]?.id ?? ''
}

export type Answer = Readonly<{ status: 'waiting' | 'running' | 'done' | 'failed'; answer: string | null }>

export const readAnswer = async (pool: Pool, id: string): Promise<Answer> => {
  const { rows } = await pool.query<Answer>(
    `select status, answer from read.projection_request where id = $1`,
    [id],
  )
  return rows[0] ?? { status: 'failed', answer: 'The request is gone' }
}

/** Takes the oldest request for one of these names that fulfils the condition; $1 is the owner. */
const takeOldest = async (
  pool: Pool,
  [name, condition]: readonly [name: string, condition: string],
  owner: string,
  names: readonly string[],
): Promise<Request | undefined> => {
  const { rows } = await pool.query<Request>({
    name,
    text: `
      update read.projection_request
      set status = 'running', taken_by = $1
      where
        id = (
          select id
          from read.projection_request r
          where r.projection = any($2::text[]) and ${condition}
          order by requested_at
          limit 1
          for update of r skip locked
        )
      returning id, verb, projection, stream`,
    values: [owner, names],
  })
  return rows[0]
}

const IS_PARKED = `
  exists (
    select
    from read.parked_stream k
    where k.projection = r.projection and k.stream = r.stream
  )`
const IS_STOPPED_INSTANCE = `
  exists (
    select
    from app.process p
    where p.manager = r.projection and p.id = r.stream and p.error is not null
  )`
const IS_PARKED_HERE = `
  exists (
    select
    from
      read.parked_stream k
      join read.segment s on s.projection = k.projection and s.build = k.build
      and k.bucket between s.first_bucket and s.last_bucket
    where k.projection = r.projection and k.stream = r.stream and s.lease_owner = $1
  )`
/** Not taken yet, or taken by a process that is gone. */
const IS_FREE = `
  (
    status = 'waiting'
    or (
      status = 'running'
      and not exists (
        select
        from read.projector p
        where p.owner = r.taken_by and p.seen_at > now() - interval '10 seconds'
      )
    )
  )`

/**
 * The next request that this process can fulfil: any for its projections, but one for a parked stream only
 * where it holds the segment. One that is neither parked nor a stopped instance of a process manager of the
 * same name is taken to be refused.
 */
export const takeRequest = (
  pool: Pool,
  owner: string,
  projections: readonly string[],
): Promise<Request | undefined> => {
  const isOurs = `(verb <> 'unpark' or not (${IS_PARKED} or ${IS_STOPPED_INSTANCE}) or ${IS_PARKED_HERE})`
  return takeOldest(pool, ['take request', `${IS_FREE} and ${isOurs}`], owner, projections)
}

/**
 * The next request to continue a stopped instance of these process managers, whose leases the caller holds.
 */
export const takeInstanceRequest = (
  pool: Pool,
  owner: string,
  managers: readonly string[],
): Promise<Request | undefined> => {
  const isFree = `(status = 'waiting' or (status = 'running' and taken_by <> $1))`
  return takeOldest(
    pool,
    ['take instance request', `verb = 'unpark' and ${isFree} and not ${IS_PARKED}`],
    owner,
    managers,
  )
}

export const answerRequest = async (
  pool: Pool,
  { id }: Request,
  status: 'done' | 'failed' | 'waiting',
  answer: string,
): Promise<void> => {
  await pool.query(
    `
      update read.projection_request
      set status = $2, answer = $3, answered_at = case when $2 = 'waiting' then null else now() end
      where id = $1`,
    [id, status, answer.slice(0, 2_000)],
  )
}
