import type pg from 'pg'

/** Records that a member of staff has read, before they are moved to the log. */
export type AccessRow = {
  batch: string
  staffUserId: string
  /** Null for a person whose account no longer exists. */
  staffName: string | null
  hostAccountId: string
  /** The impersonation in which it was read; null for staff as themselves. */
  impersonationId: string | null
  resource: string
  recordIds: string[]
  at: string
}

const BATCH_SIZE = 1_000

/** Gathers the oldest accesses without a batch into a new one. */
export const startBatch = async (pool: pg.Pool, batch: string): Promise<void> => {
  await pool.query(
    `
      update app.staff_look
      set batch = $1
      where
        id in (
          select id
          from app.staff_look
          where batch is null
          order by id
          limit ${BATCH_SIZE}
          for update skip locked
        )`,
    [batch],
  )
}

/** The oldest batch, which an interrupted round may have left; empty when there is none. */
export const readOldestBatch = async (pool: pg.Pool): Promise<readonly AccessRow[]> => {
  const { rows } = await pool.query<AccessRow>(
    `
      select
        l.batch,
        l.staff_user_id as "staffUserId",
        u.display_name as "staffName",
        l.host_account_id as "hostAccountId",
        l.impersonation_id as "impersonationId",
        l.resource,
        l.record_ids as "recordIds",
        l.at
      from app.staff_look l left join app.app_user u on u.id = l.staff_user_id
      where l.batch in (select batch from app.staff_look where batch is not null order by id limit 1)
      order by l.id`,
  )
  return rows
}

/** Whether reads of the impersonation have not been moved to its stream yet. */
export const hasUnmovedReads = async (
  pool: Pick<pg.Pool, 'query'>,
  impersonationId: string,
): Promise<boolean> =>
  (await pool.query('select from app.staff_look where impersonation_id = $1 limit 1', [impersonationId]))
    .rowCount !== 0

export const deleteBatch = async (pool: pg.Pool, batch: string): Promise<void> => {
  await pool.query('delete from app.staff_look where batch = $1', [batch])
}
