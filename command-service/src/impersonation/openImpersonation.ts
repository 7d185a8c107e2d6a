import type { Job } from '@hearth/contracts/kernel/process'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type pg from 'pg'
import { hasUnmovedReads } from '../audit/accessBatches.ts'
import type { Handle } from '../runtime/outcome.ts'
import { watchAbandoned } from './ending.ts'
import { openHostCodes } from './hostCodes.ts'
import { createHostNotifier } from './notifyHost.ts'
import { createImpersonationSessions } from './sessions.ts'

export type ImpersonationOptions = Readonly<{
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
  sealer: Pick<Sealer, 'open' | 'openMany'>
  handle: Handle
  mail: Pick<MailQueue, 'add'>
  publicUrl: URL
  /** COMMAND_HASH_KEY. */
  key: string
  log: Log
}>

/** What impersonation needs besides its decider: hosts' codes, jobs, and the end of abandoned sessions. */
export const openImpersonation = (options: ImpersonationOptions) => {
  const { pool, handle, publicUrl, key, log } = options
  const sessions = createImpersonationSessions({ pool, publicUrl })
  const notifyHost = createHostNotifier({
    ...options,
    closeSession: sessions.close,
    hasUnmovedReads: (id) => hasUnmovedReads(pool, id),
  })
  return {
    sessions,
    codes: openHostCodes({ pool, key }),
    abandoned: watchAbandoned({ handle, sessions, log }),
    /** By the names of the jobs that `impersonationProcess` issues. */
    workers: {
      'close-impersonation': ({ impersonationId = '' }: Job['data']) => sessions.close(impersonationId),
      'notify-host-of-impersonation': (
        { impersonationId = '', actions = '0' }: Job['data'],
        { correlationId }: Readonly<{ correlationId: string }>,
      ) => notifyHost(impersonationId, Number(actions), correlationId),
    },
  }
}
