import type { AccountCommand, SubjectKind } from '@hearth/contracts/account'
import { bookings, type BookingCommand } from '@hearth/contracts/booking'
import { claims, type CalendarCommand } from '@hearth/contracts/calendar'
import { ACCOUNT_FOLDERS, accountFolder } from '@hearth/contracts/kernel/accountFolders'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import { listings, type ListingCommand } from '@hearth/contracts/listing'
import { reimbursements, type ReimbursementCommand } from '@hearth/contracts/reimbursement'
import { requests, type RequestCommand } from '@hearth/contracts/request'
import { reviews, type ReviewCommand } from '@hearth/contracts/review'
import type { ThreadCommand } from '@hearth/contracts/thread'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import { qualified } from '@hearth/platform/read-model/tables'
import type { Box } from '@hearth/platform/sealing/box'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type { Storage } from '@hearth/platform/storage/port'
import type pg from 'pg'
import { validate } from 'uuid'
import type { Uploads } from '../file/uploads.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { Vault } from '../vault/vault.ts'
import { eraseTextsCommands, TEXT_TABLES } from './accountTexts.ts'
import { accountFold, type Account } from './account.state.ts'
import type { DataExports } from './dataExports.ts'
import { findGuestThreads } from './guestThreads.ts'
import { isBehind } from './isBehind.ts'
import { mailLock } from './mailLock.ts'
import { removeLinks, removeQueuedMail, removeUsers } from './removePeople.ts'

export type ErasingOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  sealer: Pick<Sealer, 'eraseSubject'>
  vault: Vault
  dataExports: DataExports
  uploads: Pick<Uploads, 'forget'>
  storage: Pick<Storage, 'removeAll'>
  box: Box
  forgetPayments?: ((hostAccountId: string) => Promise<void>) | undefined
}>

type Erasure = Readonly<{
  id: string
  hostAccountId: string
  kind: SubjectKind
  subjects: readonly string[]
}>

/** Their bookings, requests, reviews or claims: the rows of one of these tables. */
const findOfGuest = async (
  pool: pg.Pool,
  table: string,
  { kind, hostAccountId, subjects }: Erasure,
): Promise<readonly string[]> => {
  if (kind !== 'guest') return []
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${qualified(table)} where tenant_id = $1 and guest_ref = any($2::text[])`,
    [hostAccountId, subjects],
  )
  return rows.map(({ id }) => id)
}

const listListings = async (pool: pg.Pool, hostAccountId: string): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${qualified(listings.table)} where tenant_id = $1`,
    [hostAccountId],
  )
  return rows.map(({ id }) => id)
}

/** Blocks with a note, by their listing. */
const findNotedBlocks = async (
  pool: pg.Pool,
  { kind, hostAccountId }: Erasure,
): Promise<readonly Readonly<{ listingId: string; blockIds: string[] }>[]> => {
  if (kind !== 'account') return []
  const { rows } = await pool.query<{ listingId: string; blockIds: string[] }>(
    `
      select listing_id as "listingId", array_agg(id order by id) as "blockIds"
      from ${qualified(claims.table)}
      where tenant_id = $1 and note is not null
      group by listing_id
      order by listing_id`,
    [hostAccountId],
  )
  return rows
}

const findPeople = ({ members }: Account, subjects: readonly string[]) => {
  const theirs = Object.values(members).filter(
    ({ memberId, userId }) => subjects.includes(memberId) || (userId !== null && subjects.includes(userId)),
  )
  const userIds = theirs.flatMap(({ userId }) => (userId !== null && validate(userId) ? [userId] : []))
  return { emails: [...new Set(theirs.map(({ email }) => email))], userIds: [...new Set(userIds)] }
}

/** The read model must contain every record that existed when the keys were destroyed. */
const requireReadModels = async (pool: pg.Pool, { kind }: Erasure, commit: bigint): Promise<void> => {
  if (
    kind === 'guest' &&
    (await isBehind(
      pool,
      [bookings.table, requests.table, reviews.table, reimbursements.table, listings.table],
      commit,
    ))
  )
    throw new RetryableError('the bookings, requests, reviews and claims are not up to date')
  if (kind === 'account' && (await isBehind(pool, [listings.table, claims.table, ...TEXT_TABLES], commit)))
    throw new RetryableError('the read models are not up to date')
}

const removeFiles = async (
  { uploads, storage }: Pick<ErasingOptions, 'uploads' | 'storage'>,
  hostAccountId: string,
): Promise<void> => {
  await uploads.forget(hostAccountId)
  for (const name of ACCOUNT_FOLDERS) await storage.removeAll(accountFolder(name, hostAccountId))
}

/**
 * Destroys the keys, then deletes everything that is not sealed with them. Returns when the last key was
 * destroyed.
 */
const eraseSubjects = async (
  { pool, sealer, vault, dataExports, uploads, storage, box, forgetPayments }: ErasingOptions,
  { kind, hostAccountId, subjects }: Erasure,
  { emails, userIds }: ReturnType<typeof findPeople>,
): Promise<string> => {
  await withLock(pool, mailLock(hostAccountId), (transaction) => removeQueuedMail(transaction, box, emails))
  const linked = [...subjects, ...userIds, ...emails.map((email) => deriveId('email', email))]
  await removeLinks(pool, sealer, linked, emails)
  let keyDestroyedAt = ''
  for (const subject of subjects) keyDestroyedAt = await sealer.eraseSubject(hostAccountId, subject)
  await vault.removeOf(hostAccountId, subjects)
  if (subjects.includes(hostAccountId)) await forgetPayments?.(hostAccountId)
  await dataExports.removeOf(hostAccountId)
  if (kind === 'account') await removeFiles({ uploads, storage }, hostAccountId)
  await removeUsers(pool, sealer, userIds)
  return keyDestroyedAt
}

/** The records with personal data of the erased. */
const findRecords = async ({ pool, handler }: Pick<ErasingOptions, 'pool' | 'handler'>, erasure: Erasure) => {
  const { kind, hostAccountId, subjects } = erasure
  const listingIds = await listListings(pool, hostAccountId)
  return {
    bookingIds: await findOfGuest(pool, bookings.table, erasure),
    requestIds: await findOfGuest(pool, requests.table, erasure),
    reviewIds: await findOfGuest(pool, reviews.table, erasure),
    reimbursementIds: await findOfGuest(pool, reimbursements.table, erasure),
    threadIds: kind === 'guest' ? await findGuestThreads(handler, listingIds, subjects) : [],
    listingIds: kind === 'account' ? listingIds : [],
    noted: await findNotedBlocks(pool, erasure),
  }
}
type FoundRecords = Awaited<ReturnType<typeof findRecords>>

const eraseRecordsCommands = (
  { id: erasureId }: Erasure,
  { bookingIds, requestIds, reviewIds, reimbursementIds, threadIds, listingIds, noted }: FoundRecords,
): readonly SystemCommand<
  | BookingCommand
  | RequestCommand
  | ReviewCommand
  | ReimbursementCommand
  | ThreadCommand
  | ListingCommand
  | CalendarCommand
>[] => [
  ...bookingIds.map((id) => ({
    kind: 'command' as const,
    commandId: deriveId('erase-guest', erasureId, id),
    type: 'EraseGuest' as const,
    id,
    data: { erasureId },
  })),
  ...requestIds.map((id) => ({
    kind: 'command' as const,
    commandId: deriveId('erase-request-guest', erasureId, id),
    type: 'EraseRequestGuest' as const,
    id,
    data: { erasureId },
  })),
  ...reviewIds.map((id) => ({
    kind: 'command' as const,
    commandId: deriveId('erase-review-guest', erasureId, id),
    type: 'EraseReviewGuest' as const,
    id,
    data: { erasureId },
  })),
  ...reimbursementIds.map((id) => ({
    kind: 'command' as const,
    commandId: deriveId('erase-reimbursement-guest', erasureId, id),
    type: 'EraseReimbursementGuest' as const,
    id,
    data: { erasureId },
  })),
  ...threadIds.map((id) => ({
    kind: 'command' as const,
    commandId: deriveId('erase-thread-guest', erasureId, id),
    type: 'EraseThreadGuest' as const,
    id,
    data: { erasureId },
  })),
  ...listingIds.map((id) => ({
    kind: 'command' as const,
    commandId: deriveId('erase-listing', erasureId, id),
    type: 'EraseListingContent' as const,
    id,
    data: { erasureId },
  })),
  ...noted.map(({ listingId, blockIds }) => ({
    kind: 'command' as const,
    commandId: deriveId('erase-notes', erasureId, listingId),
    type: 'EraseBlockNotes' as const,
    data: { listingId, erasureId, blockIds },
  })),
]

/**
 * Erases a person or an account: the keys first, then everything that is not sealed with them, and finally
 * the event that records it. It can be repeated from any point.
 */
export const createErasing = (options: ErasingOptions) => {
  const { pool, handler, handle } = options
  const send = async (
    command: SystemCommand<
      | AccountCommand
      | BookingCommand
      | RequestCommand
      | ReviewCommand
      | ReimbursementCommand
      | CalendarCommand
      | ListingCommand
      | ThreadCommand
    >,
    correlationId: string,
  ): Promise<void> => {
    const outcome = await handle(createInternal(command, { correlationId }))
    if (outcome.kind === 'rejected') throw new RetryableError(`${command.type}: ${outcome.code}`)
  }

  return {
    erase: async (hostAccountId: string, erasureId: string, correlationId: string): Promise<void> => {
      const { state, commit } = await handler.view(accountFold, hostAccountId, 0)
      if (state.status === 'none') return
      const requested = state.erasures[erasureId]
      if (requested === undefined || requested.done) return
      const erasure: Erasure = { id: erasureId, hostAccountId, ...requested }
      await requireReadModels(pool, erasure, commit)
      const keyDestroyedAt = await eraseSubjects(options, erasure, findPeople(state, erasure.subjects))
      const records = await findRecords(options, erasure)
      for (const command of eraseRecordsCommands(erasure, records)) await send(command, correlationId)
      if (erasure.kind === 'account')
        for (const command of await eraseTextsCommands(pool, hostAccountId, erasureId))
          await send(command, correlationId)
      const streams = [
        ...records.bookingIds.map((id) => formatStream('booking', id)),
        ...records.threadIds.map((id) => formatStream('thread', id)),
        ...records.listingIds.map((id) => formatStream('listing', id)),
        ...records.noted.map(({ listingId }) => formatStream('calendar', listingId)),
      ]
      await send(
        {
          kind: 'command',
          commandId: deriveId('record-erasure', erasureId, keyDestroyedAt),
          type: 'RecordErasure',
          id: hostAccountId,
          data: { erasureId, streams, keyDestroyedAt },
        },
        correlationId,
      )
    },
  }
}
