import { eventDefinitions } from '@hearth/contracts'
import type { ImpersonationEvent } from '@hearth/contracts/impersonation'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import { createEventReader, openEvents } from '@hearth/platform/read-model/eventReader'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type pg from 'pg'
import { createInternal } from '../runtime/internal.ts'
import { TRANSIENT_CODES, RetryableError, type Handle } from '../runtime/outcome.ts'
import { countActions, createNotice, NOTICE_KIND, type RecordedStep } from './notice.ts'

const findOwnerEmails = async (pool: pg.Pool, hostAccountId: string): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ email: string }>(
    `
      select u.email
      from app.membership m join app.app_user u on u.id = m.user_id
      where m.host_account_id = $1 and m.role = 'owner'
      order by u.id`,
    [hostAccountId],
  )
  return rows.map(({ email }) => email)
}

export type HostNotifierOptions = Readonly<{
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
  sealer: Pick<Sealer, 'open' | 'openMany'>
  handle: Handle
  mail: Pick<MailQueue, 'add'>
  publicUrl: URL
  /** Ends what is left of the session: nothing more is read in it. */
  closeSession: (impersonationId: string) => Promise<void>
  /** Whether something that was read is not in the stream yet. */
  hasUnmovedReads: (impersonationId: string) => Promise<boolean>
}>

/**
 * Emails the owners of an account after an impersonation session. Rejects with a retryable error until the
 * stream lists all of its `actions` and reads.
 */
export const createHostNotifier = ({
  pool,
  store,
  sealer,
  handle,
  mail,
  publicUrl,
  closeSession,
  hasUnmovedReads,
}: HostNotifierOptions) => {
  const readEvents = createEventReader({ sealer, definitions: eventDefinitions })

  const readStream = async (id: string): Promise<RecordedStep[]> => {
    const recorded = []
    for await (const event of store.read(`impersonation-${id}`)) recorded.push(event)
    return (await openEvents({ readEvents }, recorded)).map((event) => ({
      ...({ type: event.type, data: event.data } as ImpersonationEvent),
      at: occurredAtOf(event),
    }))
  }

  return async (id: string, actions: number, correlationId: string): Promise<void> => {
    await closeSession(id)
    if (await hasUnmovedReads(id)) throw new RetryableError('Not everything that was read is listed yet')
    const events = await readStream(id)
    if (countActions(events) < actions)
      throw new RetryableError(`Not all of ${actions} actions are listed yet`)
    const requested = events.find((event) => event.type === 'ImpersonationRequested')
    const notice = createNotice(events, publicUrl)
    if (requested === undefined || notice === undefined) return
    for (const to of await findOwnerEmails(pool, requested.data.targetAccountId))
      await mail.add(NOTICE_KIND, { to, ...notice })
    const commandId = deriveId('notify-host', id)
    const outcome = await handle(
      createInternal(
        { kind: 'command', commandId, type: 'NotifyHostOfImpersonation', id, data: {} },
        { correlationId },
      ),
    )
    if (outcome.kind === 'rejected' && TRANSIENT_CODES.includes(outcome.code))
      throw new RetryableError(outcome.code)
  }
}
