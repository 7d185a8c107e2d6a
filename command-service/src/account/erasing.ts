import type { AccountCommand } from '@hearth/contracts/account'
import { bookings, type BookingCommand } from '@hearth/contracts/booking'
import { deriveId, PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import { listings, type ListingCommand } from '@hearth/contracts/listing'
import type { DataExports } from './dataExports.ts'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import { qualified } from '@hearth/platform/read-model/tables'
import type { Box } from '@hearth/platform/sealing/box'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type { Uploads } from '../file/uploads.ts'
import type { Vault } from '../vault/vault.ts'
import type pg from 'pg'
import { validate } from 'uuid'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { internalOf } from '../runtime/internal.ts'
import { RetryableError, type Done, type Envelope, type Outcome } from '../runtime/outcome.ts'
import { accountFold } from './account.state.ts'
import type { Account } from './account.state.ts'
import { mailLock } from './mailLock.ts'
import { isBehind } from './isBehind.ts'

export type ErasingOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  sealer: Pick<Sealer, 'eraseSubject'>
  vault: Vault
  dataExports: DataExports
  uploads: Pick<Uploads, 'forget'>
  box: Box
  forgetPayments?: ((hostAccountId: string) => Promise<void>) | undefined
}>

/**
 * Ends what is known of a person in an account: keys first, then what is not sealed with them, and the proof
 * last. It may be repeated at any point.
 */
export const createErasing = ({
  pool,
  handler,
  handle,
  sealer,
  vault,
  dataExports,
  uploads,
  box,
  forgetPayments,
}: ErasingOptions) => {
  const send = async (
    command: SystemCommand<AccountCommand | BookingCommand | ListingCommand>,
    correlationId: string,
  ): Promise<Done> => {
    const outcome = await handle(internalOf(command, { correlationId }))
    if (outcome.kind === 'rejected') throw new RetryableError(`${command.type}: ${outcome.code}`)
    return outcome
  }

  /** Mail on its way to somebody is sealed with no key of theirs. */
  const dropMail = async (emails: readonly string[]): Promise<void> => {
    if (emails.length === 0) return
    const { rows } = await pool.query<{ id: string; content: Buffer }>('select id, content from app.mail')
    const theirs = rows.filter(({ id, content }) => {
      const text = box.open(content, `mail/${id}`).toLowerCase()
      return emails.some((email) => text.includes(email))
    })
    await pool.query('delete from app.mail where id = any($1::uuid[])', [theirs.map(({ id }) => id)])
  }

  /** Links to people who were not known yet are told of under an id that follows from the address. */
  const dropLinks = async (subjects: readonly string[], emails: readonly string[]): Promise<void> => {
    for (const email of emails) await sealer.eraseSubject(PLATFORM_TENANT, deriveId('email', email))
    await pool.query(
      `delete from app.ticket where subject = any($1::text[]) or context->>'memberId' = any($1::text[])`,
      [subjects],
    )
  }

  /** Who belongs to no account any more, and is not staff, is forgotten as a user, too. */
  const dropUsers = async (userIds: readonly string[]): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>(
      `
        delete from app.app_user u
        where
          u.id = any($1::uuid[])
          and u.staff_role is null
          and not exists (select from app.membership m where m.user_id = u.id)
        returning u.id`,
      [userIds],
    )
    const { rows: gone } = await pool.query<{ id: string }>(
      `
        select id
        from unnest($1::uuid[]) as wanted (id)
        where not exists (select from app.app_user u where u.id = wanted.id)`,
      [userIds],
    )
    for (const id of new Set([...rows, ...gone].map((row) => row.id)))
      await sealer.eraseSubject(PLATFORM_TENANT, id)
  }

  const bookingsOf = async (tenantId: string, guestRefs: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from ${qualified(bookings.table)} where tenant_id = $1 and guest_ref = any($2::text[])`,
      [tenantId, guestRefs],
    )
    return rows.map(({ id }) => id)
  }

  const listingsOf = async (tenantId: string): Promise<readonly string[]> =>
    (
      await pool.query<{ id: string }>(`select id from ${qualified(listings.table)} where tenant_id = $1`, [
        tenantId,
      ])
    ).rows.map(({ id }) => id)

  const usersOf = ({ members }: Account, subjects: readonly string[]) => {
    const theirs = Object.values(members).filter(
      ({ memberId, userId }) => subjects.includes(memberId) || (userId !== null && subjects.includes(userId)),
    )
    return {
      emails: [...new Set(theirs.map(({ email }) => email))],
      userIds: [
        ...new Set(theirs.flatMap(({ userId }) => (userId !== null && validate(userId) ? [userId] : []))),
      ],
    }
  }

  return {
    erase: async (hostAccountId: string, erasureId: string, correlationId: string): Promise<void> => {
      const { state, commit } = await handler.view(accountFold, hostAccountId, 0)
      if (state.status === 'none') return
      const erasure = state.erasures[erasureId]
      if (erasure === undefined || erasure.done) return
      const { kind, subjects } = erasure
      // The read model must know everything that was there when the keys went.
      if (kind === 'guest' && (await isBehind(pool, [bookings.table], commit)))
        throw new RetryableError('the bookings are not up to date')
      if (kind === 'account' && (await isBehind(pool, [listings.table], commit)))
        throw new RetryableError('the listings are not up to date')
      const { emails, userIds } = usersOf(state, subjects)
      await withLock(pool, mailLock(hostAccountId), () => dropMail(emails))
      await dropLinks([...subjects, ...userIds, ...emails.map((email) => deriveId('email', email))], emails)
      let keyDestroyedAt = ''
      for (const subject of subjects) keyDestroyedAt = await sealer.eraseSubject(hostAccountId, subject)
      await vault.removeOf(hostAccountId, subjects)
      if (subjects.includes(hostAccountId)) await forgetPayments?.(hostAccountId)
      await dataExports.removeOf(hostAccountId)
      if (kind === 'account') await uploads.forget(hostAccountId)
      await dropUsers(userIds)
      const ids = kind === 'guest' ? await bookingsOf(hostAccountId, subjects) : []
      for (const id of ids)
        await send(
          {
            kind: 'command',
            commandId: deriveId('erase-guest', erasureId, id),
            type: 'EraseGuest',
            id,
            data: { erasureId },
          },
          correlationId,
        )
      const places = kind === 'account' ? await listingsOf(hostAccountId) : []
      for (const id of places)
        await send(
          {
            kind: 'command',
            commandId: deriveId('erase-listing', erasureId, id),
            type: 'EraseListingContent',
            id,
            data: { erasureId },
          },
          correlationId,
        )
      const streams = [
        ...ids.map((id) => formatStream('booking', id)),
        ...places.map((id) => formatStream('listing', id)),
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
