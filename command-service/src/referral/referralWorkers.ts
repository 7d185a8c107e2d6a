import { spreadNights } from '@hearth/contracts/booking'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { sum, zCurrency } from '@hearth/contracts/kernel/money'
import { zClawbackCause } from '@hearth/contracts/referral'
import { accountFold } from '../account/account.state.ts'
import { bookingFold, refundableMinor, type KnownBooking } from '../booking/booking.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { RetryableError, TRANSIENT_CODES, type Handle, type Outcome } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import { completeAcceptance } from './completeAcceptance.ts'
import { refereeFold } from './referee.state.ts'
import { referralFold, type KnownReferral } from './referral.state.ts'
import { createReferralMails, type ReferralMailParts } from './referralMails.ts'
import { isSelfReferral, type SelfReferralReads } from './selfReferral.ts'

export type ReferralWorkerParts = Omit<ReferralMailParts, 'handler'> &
  Readonly<{
    handler: Pick<CommandHandler, 'view'>
    handle: Handle
    hashBankAccounts: SelfReferralReads['hashBankAccounts']
    listTaxNumbers: SelfReferralReads['listTaxNumbers']
    hasLiveListing: (hostAccountId: string) => Promise<boolean>
  }>
type Command = Parameters<typeof createInternal>[0]
type Trace = Parameters<Worker>[1]

/** What is left of the nights of a stay after refunds and chargebacks; minor units. */
const readKept = (booking: KnownBooking) => ({
  keptMinor: Math.max(0, Math.min(sum(spreadNights(booking.money)), refundableMinor(booking))),
  currency: zCurrency.parse(booking.money.currency),
})

const retryTransient = (outcome: Outcome): void => {
  if (outcome.kind === 'rejected' && TRANSIENT_CODES.includes(outcome.code))
    throw new RetryableError(outcome.code)
}

const createSend =
  ({ handle }: Pick<ReferralWorkerParts, 'handle'>) =>
  async (command: Command, { correlationId }: Trace): Promise<void> =>
    retryTransient(await handle(createInternal(command, { correlationId })))

/** Moves referrals on after stays of the accounts that were invited. */
const createStayWorkers = ({
  handler,
  handle,
}: ReferralWorkerParts): Readonly<Record<'count-referred-stay' | 'reverse-referred-stay', Worker>> => {
  const send = createSend({ handle })
  const read = async (bookingId: string) => {
    const { state: booking } = await handler.view(bookingFold, bookingId, 0)
    if (booking.status === 'none') return undefined
    const { state: host } = await handler.view(refereeFold, booking.hostAccountId, 0)
    return host.status === 'none' ? undefined : { booking, host }
  }
  return {
    'count-referred-stay': async ({ bookingId = '', at = '' }, trace) => {
      const known = await read(bookingId)
      if (known === undefined || known.host.stay !== null) return
      const { booking } = known
      await send(
        {
          kind: 'command',
          commandId: deriveId('count-referred-stay', bookingId),
          type: 'CountReferredStay',
          id: booking.hostAccountId,
          data: { bookingId, leftAt: booking.snapshot.checkOutInstant, ...readKept(booking) },
          occurredAt: at,
        },
        trace,
      )
    },
    'reverse-referred-stay': async ({ bookingId = '', eventId = '', at = '', cause = '' }, trace) => {
      const known = await read(bookingId)
      if (known?.host.stay?.bookingId !== bookingId) return
      await send(
        {
          kind: 'command',
          commandId: deriveId('reverse-referred-stay', eventId),
          type: 'ReverseReferredStay',
          id: known.booking.hostAccountId,
          data: { bookingId, cause: zClawbackCause.parse(cause), ...readKept(known.booking) },
          occurredAt: at,
        },
        trace,
      )
    },
  }
}

/** Takes and gives back a place among the rewards of the year of the account that invited. */
const createRewardPlaces = (send: ReturnType<typeof createSend>) => ({
  reserveReward: ({ referralId, hostAccountId, terms }: KnownReferral, at: Instant, trace: Trace) =>
    send(
      {
        kind: 'command',
        commandId: deriveId('reserve-referral-reward', referralId),
        type: 'ReserveReferralReward',
        id: hostAccountId,
        data: { referralId, maxRewardsPerYear: terms.maxRewardsPerYear },
        occurredAt: at,
      },
      trace,
    ),
  /** For a referral that ended without its reward; changes nothing where no place was taken. */
  freeReward: ({ referralId, hostAccountId }: KnownReferral, at: Instant, trace: Trace) =>
    send(
      {
        kind: 'command',
        commandId: deriveId('free-referral-reward', referralId),
        type: 'FreeReferralReward',
        id: hostAccountId,
        data: { referralId },
        occurredAt: at,
      },
      trace,
    ),
})

/** The referral once its stay has counted: the command that says so is sent beside what follows from it. */
const readQualified = async (
  handler: ReferralWorkerParts['handler'],
  referralId: string,
): Promise<KnownReferral | undefined> => {
  const { state } = await handler.view(referralFold, referralId, 0)
  if (state.status === 'accepted' || state.status === 'listing_live')
    throw new RetryableError('the stay is not counted yet')
  return state.status === 'none' ? undefined : state
}

/** What follows from referrals, and what moves them on (docs/domain/referral.md). */
export const openReferralWorkers = (parts: ReferralWorkerParts): Readonly<Record<string, Worker>> => {
  const { handler, handle, hashBankAccounts, listTaxNumbers, hasLiveListing } = parts
  const send = createSend(parts)
  const { reserveReward, freeReward } = createRewardPlaces(send)
  const readAccount = async (id: string) => (await handler.view(accountFold, id, 0)).state
  const markLive = (referralId: string, at: Instant, trace: Trace) =>
    send(
      {
        kind: 'command',
        commandId: deriveId('mark-referral-live', referralId),
        type: 'MarkReferralListingLive',
        id: referralId,
        data: {},
        occurredAt: at,
      },
      trace,
    )

  return {
    ...createReferralMails(parts),
    ...createStayWorkers(parts),
    'complete-referral': async ({ hostAccountId = '', referralId = '', commandId = '', at = '' }, trace) => {
      const cause = { commandId, correlationId: trace.correlationId, occurredAt: at }
      const taken = await completeAcceptance(handle, hostAccountId, referralId, cause)
      retryTransient(taken)
      if (taken.kind !== 'rejected' && (await hasLiveListing(hostAccountId)))
        await markLive(referralId, at, trace)
    },
    'mark-referral-live': async ({ listingId = '', at = '' }, trace) => {
      const { state: listing } = await handler.view(listingFold, listingId, 0)
      if (listing.status === 'none') return
      const { state: host } = await handler.view(refereeFold, listing.hostAccountId, 0)
      if (host.status !== 'none') await markLive(host.referralId, at, trace)
    },
    'reward-referral': async ({ hostAccountId = '', referralId = '', at = '' }, trace) => {
      const referral = await readQualified(handler, referralId)
      if (referral?.status === 'qualified') {
        const reads = { readAccount, hashBankAccounts, listTaxNumbers }
        // The invited account may have a bank account by now, so it is compared again before money moves.
        const isSelf = await isSelfReferral(reads, hostAccountId, referral.hostAccountId)
        if (!isSelf) await reserveReward(referral, at, trace)
        await send(
          {
            kind: 'command',
            commandId: deriveId('end-referral', referralId),
            id: referralId,
            ...(isSelf
              ? { type: 'RejectReferral', data: { rule: 'self_referral' } }
              : { type: 'RewardReferral', data: {} }),
            occurredAt: at,
          },
          trace,
        )
      }
      const ended = await readQualified(handler, referralId)
      if (ended?.status === 'rejected' || ended?.status === 'clawed_back') await freeReward(ended, at, trace)
    },
    'reverse-referral': async ({ referralId = '', eventId = '', cause = '', at = '' }, trace) => {
      if ((await readQualified(handler, referralId)) === undefined) return
      await send(
        {
          kind: 'command',
          commandId: deriveId('reverse-referral', eventId),
          type: 'ClawbackReferral',
          id: referralId,
          data: { cause: zClawbackCause.parse(cause) },
          occurredAt: at,
        },
        trace,
      )
    },
  }
}
