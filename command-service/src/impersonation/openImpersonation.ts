import { eventDefinitions } from '@hearth/contracts'
import type { ImpersonationEvent } from '@hearth/contracts/impersonation'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Job } from '@hearth/contracts/kernel/process'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import { createEventReader } from '@hearth/platform/read-model/eventReader'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type pg from 'pg'
import { internalOf } from '../runtime/internal.ts'
import { TRANSIENT_CODES, RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import { watchAbandoned } from './ending.ts'
import { openHostCodes } from './hostCodes.ts'
import { actionsIn, NOTICE_KIND, noticeOf, type Told } from './notice.ts'
import { createImpersonationSessions } from './sessions.ts'

export type ImpersonationOptions = Readonly<{
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
  sealer: Pick<Sealer, 'open' | 'openMany'>
  handle: (envelope: Envelope) => Promise<Outcome>
  mail: Pick<MailQueue, 'add'>
  publicUrl: URL
  /** COMMAND_HASH_KEY. */
  key: string
  log: Log
}>

/**
 * What an impersonation needs besides its decider: codes of hosts, jobs that follow events, and who ends what
 * nobody stands in any more.
 */
export const openImpersonation = ({
  pool,
  store,
  sealer,
  handle,
  mail,
  publicUrl,
  key,
  log,
}: ImpersonationOptions) => {
  const sessions = createImpersonationSessions({ pool, publicUrl })
  const readEvents = createEventReader({ sealer, definitions: eventDefinitions })

  const readStream = async (id: string): Promise<Told[]> => {
    const recorded = []
    for await (const event of store.read(`impersonation-${id}`)) recorded.push(event)
    return (await readEvents(recorded)).map((result) => {
      if ('error' in result) throw result.error
      return {
        ...({ type: result.event.type, data: result.event.data } as ImpersonationEvent),
        at: occurredAtOf(result.event),
      }
    })
  }

  const ownersOf = async (hostAccountId: string): Promise<readonly string[]> => {
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

  const notify = async (id: string, actions: number, correlationId: string): Promise<void> => {
    const events = await readStream(id)
    if (actionsIn(events) < actions) throw new RetryableError(`Not all of ${actions} actions are listed yet`)
    const asked = events.find((event) => event.type === 'ImpersonationRequested')
    const notice = noticeOf(events, publicUrl)
    if (asked === undefined || notice === undefined) return
    for (const to of await ownersOf(asked.data.targetAccountId))
      await mail.add(NOTICE_KIND, { to, ...notice })
    const outcome = await handle(
      internalOf(
        {
          kind: 'command',
          commandId: deriveId('notify-host', id),
          type: 'NotifyHostOfImpersonation',
          id,
          data: {},
        },
        { correlationId },
      ),
    )
    if (outcome.kind === 'rejected' && TRANSIENT_CODES.includes(outcome.code))
      throw new RetryableError(outcome.code)
  }

  return {
    sessions,
    codes: openHostCodes({ pool, key }),
    abandoned: watchAbandoned({ handle, sessions, log }),
    /** By the names that `impersonationProcess` gives them. */
    workers: {
      'close-impersonation': ({ impersonationId = '' }: Job['data']) => sessions.close(impersonationId),
      'notify-host-of-impersonation': (
        { impersonationId = '', actions = '0' }: Job['data'],
        { correlationId }: Readonly<{ correlationId: string }>,
      ) => notify(impersonationId, Number(actions), correlationId),
    },
  }
}
