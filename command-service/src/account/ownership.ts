import {
  INVITATION_DAYS,
  TRANSFER_DELAY_HOURS,
  type AccountCommand,
  type AccountEvent,
} from '@hearth/contracts/account'
import { addHours } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject } from '../runtime/decider.ts'
import { unmet } from '../runtime/refusals.ts'
import { byMember, inOpen, noMember } from './rules.ts'

type Data<T extends AccountCommand['type']> = OfType<AccountCommand, T>['data']

const noTransfer = reject(
  'NOT_FOUND',
  'This ownership transfer is no longer open. Reload the page to see the current one.',
)

/**
 * Ownership passes 72 hours after both have confirmed (docs/domain/account.md#ownership); and closing an
 * account.
 */
export const decideOwnership = {
  RequestOwnershipTransfer: byMember(
    ({ memberId: toMemberId }: Data<'RequestOwnershipTransfer'>, account, me, ctx) => {
      const target = account.members[toMemberId]
      if (target?.status !== 'active') return noMember
      if (me.role !== 'owner') return reject('FORBIDDEN', 'Only an owner can transfer ownership.')
      if (target.role === 'owner') return reject('INVALID_TRANSITION', 'This member is already an owner.')
      const { transfer } = account
      if (transfer !== null && (transfer.effectiveAt !== null || ctx.now < transfer.expiresAt))
        return reject('INVALID_TRANSITION', 'An ownership transfer is already in progress. Stop it first.')
      const transferId = ctx.idFor('transfer')
      return accept<AccountEvent>([
        {
          type: 'OwnershipTransferRequested',
          data: {
            hostAccountId: ctx.id,
            transferId,
            fromMemberId: me.memberId,
            toMemberId,
            expiresAt: addHours(ctx.now, INVITATION_DAYS * 24),
          },
        },
      ])
    },
  ),
  ConfirmOwnershipTransfer: byMember(
    ({ transferId }: Data<'ConfirmOwnershipTransfer'>, { transfer }, me, ctx) => {
      if (transfer?.transferId !== transferId) return noTransfer
      if (transfer.toMemberId !== me.memberId)
        return reject('FORBIDDEN', 'Only the member who is to become the owner can accept this.')
      if (transfer.effectiveAt !== null) return accept<AccountEvent>([])
      if (ctx.now >= transfer.expiresAt)
        return reject(
          'WINDOW_CLOSED',
          'The transfer wasn’t accepted in time. Ask the owner to start it again.',
          {
            closedAt: transfer.expiresAt,
          },
        )
      return accept<AccountEvent>([
        {
          type: 'OwnershipTransferConfirmed',
          data: { hostAccountId: ctx.id, transferId, effectiveAt: addHours(ctx.now, TRANSFER_DELAY_HOURS) },
        },
      ])
    },
  ),
  CancelOwnershipTransfer: byMember(
    ({ transferId }: Data<'CancelOwnershipTransfer'>, { transfer }, me, ctx) => {
      if (transfer?.transferId !== transferId) return noTransfer
      const isTarget = transfer.toMemberId === me.memberId
      if (!isTarget && me.role !== 'owner')
        return reject('FORBIDDEN', 'Only an owner or the member who is to become the owner can stop this.')
      return accept<AccountEvent>([
        {
          type: 'OwnershipTransferCancelled',
          data: {
            hostAccountId: ctx.id,
            transferId,
            reason: isTarget && transfer.effectiveAt === null ? 'declined' : 'cancelled',
          },
        },
      ])
    },
  ),
  CompleteOwnershipTransfer: inOpen(
    ({ transferId }: Data<'CompleteOwnershipTransfer'>, { transfer }, ctx) => {
      if (transfer?.transferId !== transferId || transfer.effectiveAt === null) return noTransfer
      if (ctx.now < transfer.effectiveAt)
        return unmet('TOO_EARLY', 'Ownership transfers only after 72 hours.', '/account')
      return accept<AccountEvent>([
        {
          type: 'OwnershipTransferred',
          data: {
            hostAccountId: ctx.id,
            transferId,
            fromMemberId: transfer.fromMemberId,
            toMemberId: transfer.toMemberId,
          },
        },
      ])
    },
  ),
  CloseAccount: inOpen((_data: Data<'CloseAccount'>, _account, ctx) => {
    const { standingBookings } = ctx.facts
    if (standingBookings > 0)
      return unmet(
        'STANDING_BOOKINGS',
        `This account still has ${standingBookings} bookings that haven’t ended. ` +
          'Wait until they end, or cancel them first.',
        '/bookings',
      )
    return accept<AccountEvent>([{ type: 'AccountClosed', data: { hostAccountId: ctx.id } }])
  }),
}
