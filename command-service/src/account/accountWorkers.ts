import type { Instant } from '@hearth/contracts/kernel/dates'
import { openDataExports } from './dataExports.ts'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Box } from '@hearth/platform/sealing/box'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type { Storage } from '@hearth/platform/storage/port'
import type { Uploads } from '../file/uploads.ts'
import { openVault } from '../vault/vault.ts'
import type pg from 'pg'
import type { TicketTools } from '../login/tickets.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import { createErasing } from './erasing.ts'
import { createExporting } from './exporting.ts'
import { createInvitations } from './invitations.ts'
import { createMemberships } from './memberships.ts'
import { createOwnerChangeNotices } from './ownerChangeNotices.ts'
import { createTeamNotices } from './teamNotices.ts'

export type AccountsOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  sealer: Sealer
  store: Pick<EventStore, 'read'>
  readEvents: EventReader
  tickets: TicketTools
  mail: MailQueue
  uploads: Pick<Uploads, 'forget'>
  storage: Pick<Storage, 'removeAll'>
  box: Box
  now: () => Instant
  /** Removes the account's payment data outside the database. */
  forgetPayments?: ((hostAccountId: string) => Promise<void>) | undefined
}>

/**
 * The jobs of accounts outside the log, by name: invitations, the members that sessions are checked by,
 * exports and erasures.
 */
export const openAccountWorkers = ({
  pool,
  handler,
  handle,
  sealer,
  store,
  readEvents,
  tickets,
  mail,
  uploads,
  storage,
  box,
  now,
  forgetPayments,
}: AccountsOptions): Readonly<Record<string, Worker>> => {
  const memberships = createMemberships({ pool, handler })
  const dataExports = openDataExports({ pool, box })
  const invitations = createInvitations({ pool, handler, tickets, mail })
  const notices = createTeamNotices({ pool, handler, mail, publicUrl: tickets.publicUrl })
  const ownerChanges = createOwnerChangeNotices({ pool, handler, mail, publicUrl: tickets.publicUrl })
  const exporting = createExporting({ pool, handler, handle, store, readEvents, dataExports, now })
  const erasing = createErasing({
    pool,
    handler,
    handle,
    sealer,
    vault: openVault({ pool, box }),
    dataExports,
    uploads,
    storage,
    box,
    forgetPayments,
  })
  return {
    'sync-members': ({ hostAccountId = '' }) => memberships.sync(hostAccountId),
    'send-invitation': ({ hostAccountId = '', memberId = '' }, trace) =>
      invitations.send(hostAccountId, memberId, trace),
    'void-invitation': ({ memberId = '' }, trace) => invitations.void(memberId, trace),
    'tell-team': notices.tell,
    'notify-owner-change': ownerChanges.notify,
    'export-data': ({ hostAccountId = '', exportId = '' }, { correlationId }) =>
      exporting.prepare(hostAccountId, exportId, correlationId),
    'remove-export': ({ exportId = '' }) => dataExports.remove(exportId),
    'erase-subject': ({ hostAccountId = '', erasureId = '' }, { correlationId }) =>
      erasing.erase(hostAccountId, erasureId, correlationId),
  }
}
