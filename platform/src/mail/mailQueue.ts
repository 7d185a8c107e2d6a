import { newId } from '@hearth/contracts/kernel/ids'
import type pg from 'pg'
import type { Box } from '../sealing/box.ts'

type Queryable = Pick<pg.Pool, 'query'>

/** A worker that took an email and stopped reporting loses it after this long. */
const LOST_AFTER_SECONDS = 60

/** Something to be sent, opened. `kind` names who makes the message of it. */
export type WaitingMail = Readonly<{
  id: string
  kind: string
  content: unknown
  attempts: number
  createdAt: string
}>

type Row = { id: string; kind: string; content: Buffer; attempts: number; created_at: string }

/**
 * Mail that waits in `app.mail`, sealed: what was acknowledged is sent, whatever stops in between. It may be
 * sent twice.
 */
export type MailQueue = Readonly<{
  /** `on`: the transaction of the change that the email belongs to. */
  add: (kind: string, content: unknown, on?: Queryable) => Promise<void>
  take: (limit: number) => Promise<readonly WaitingMail[]>
  remove: (id: string) => Promise<void>
  putBack: (id: string, reason: string, milliseconds: number) => Promise<void>
}>

export const openMailQueue = ({ pool, box }: Readonly<{ pool: pg.Pool; box: Box }>): MailQueue => ({
  add: async (kind, content, on = pool) => {
    const id = newId()
    await on.query('insert into app.mail (id, kind, content) values ($1, $2, $3)', [
      id,
      kind,
      box.seal(JSON.stringify(content), `mail/${id}`),
    ])
  },
  take: async (limit) => {
    const { rows } = await pool.query<Row>({
      name: 'mail take',
      text: `
        with
          due as (
            select id
            from app.mail
            where retry_at <= clock_timestamp()
            order by retry_at
            limit $1
            for update skip locked
          )
        update app.mail m
        set
          attempts = attempts + 1,
          retry_at = clock_timestamp() + make_interval(secs => ${LOST_AFTER_SECONDS})
        from due
        where m.id = due.id
        returning m.id, m.kind, m.content, m.attempts, m.created_at`,
      values: [limit],
    })
    return rows.map(({ id, kind, content, attempts, created_at }): WaitingMail => ({
      id,
      kind,
      content: JSON.parse(box.open(content, `mail/${id}`)) as unknown,
      attempts,
      createdAt: created_at,
    }))
  },
  remove: async (id) => {
    await pool.query('delete from app.mail where id = $1', [id])
  },
  putBack: async (id, reason, milliseconds) => {
    await pool.query(
      `
        update app.mail
        set error = $2, retry_at = clock_timestamp() + make_interval(secs => $3)
        where id = $1`,
      [id, reason.slice(0, 200), milliseconds / 1_000],
    )
  },
})
