import { addHours, type Instant } from '../../kernel/dates.ts'
import type { OfType } from '../../kernel/message.ts'
import type { PayoutAccount, PayoutMethod } from '../account.ts'
import { DEPOSIT_PAIR_DAYS, type PayoutAccountEvent } from '../messages.ts'

type Evolve = {
  readonly [T in PayoutAccountEvent['type']]: (
    account: PayoutAccount,
    data: OfType<PayoutAccountEvent, T>['data'],
    at: Instant,
  ) => PayoutAccount
}

const change = (
  account: PayoutAccount,
  methodId: string | null,
  part: (method: PayoutMethod) => Partial<PayoutMethod>,
): PayoutAccount => {
  const method = methodId === null ? undefined : account.methods[methodId]
  return method === undefined
    ? account
    : { ...account, methods: { ...account.methods, [method.methodId]: { ...method, ...part(method) } } }
}

const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))

const choose = <T>(choices: Readonly<Record<string, T[]>>, of: string, choice: T): Record<string, T[]> => ({
  ...choices,
  [of]: [...(choices[of] ?? []), choice],
})

/** Choices without a method; what was chosen for nothing else is as if never chosen. */
const unchoose = <T>(choices: Readonly<Record<string, T[]>>, methodId: string): Record<string, T[]> =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([of, ids]) => {
      const left = ids.filter((id) => id !== methodId)
      return left.length === 0 ? [] : [[of, left] as const]
    }),
  )

/** Additions matter as long as their deposits do. */
const forgetOldAdditions = (additions: PayoutAccount['additions'] = {}, now: Instant) =>
  Object.fromEntries(
    Object.entries(additions).filter(([, { at }]) => now < addHours(at, DEPOSIT_PAIR_DAYS * 24)),
  )

/** The account after each event: what decides and what is shown fold with the same function. */
export const evolvePayoutAccount: Evolve = {
  PayoutMethodAdded: (account, { hostAccountId: _account, holderMatches, ...method }, addedAt) => ({
    ...account,
    additions: {
      ...forgetOldAdditions(account.additions, addedAt),
      [method.methodId]: { at: addedAt, wrongTries: 0 },
    },
    methods: {
      ...account.methods,
      [method.methodId]: {
        ...method,
        addedAt,
        deposits: 'waiting',
        holder: holderMatches ? 'matches' : 'unclear',
        wrongTries: 0,
        failure: null,
        verifiedAt: null,
      },
    },
  }),
  MicroDepositsSent: (account, { methodId }) => change(account, methodId, () => ({ deposits: 'sent' })),
  PayoutMethodVerified: (account, { methodId }, verifiedAt) => ({
    ...change(account, methodId, () => ({ deposits: 'confirmed', verifiedAt })),
    everVerified: true,
  }),
  PayoutMethodVerificationFailed: (account, { methodId, attempt, final }) => {
    const addition = account.additions?.[methodId]
    const changed = change(account, methodId, () => ({
      wrongTries: attempt,
      ...(final ? { failure: 'verification_failed' as const } : {}),
    }))
    return addition === undefined
      ? changed
      : {
          ...changed,
          additions: { ...account.additions, [methodId]: { ...addition, wrongTries: attempt } },
        }
  },
  HolderNameConfirmed: (account, { methodId }) => change(account, methodId, () => ({ holder: 'confirmed' })),
  HolderNameRejected: (account, { methodId }) =>
    change(account, methodId, () => ({ failure: 'holder_rejected' })),
  DefaultMethodSet: (account, { currency, methodId }) => ({
    ...account,
    defaults: choose(account.defaults, currency, methodId),
  }),
  RoutingSet: (account, { listingId, methodId }) => ({
    ...account,
    routing: choose(account.routing, listingId, methodId),
  }),
  ScheduleSet: (account, { schedule }) => ({ ...account, schedule }),
  MinimumSet: (account, { minimum }) => ({
    ...account,
    minimums: { ...account.minimums, [minimum.currency]: minimum.amountMinor },
  }),
  MethodRemoved: (account, { methodId }) => ({
    ...account,
    methods: without(account.methods, methodId),
    defaults: unchoose(account.defaults, methodId),
    routing: unchoose(account.routing, methodId),
  }),
  HoldPlaced: (account, { hostAccountId: _account, ...hold }, placedAt) => ({
    ...(hold.reason === 'method_error'
      ? change(account, hold.methodId, () => ({ failure: 'payout_failed' }))
      : account),
    holds: { ...account.holds, [hold.holdId]: { ...hold, placedAt } },
  }),
  HoldReleased: (account, { holdId }) => {
    const { methodId = null, reason } = account.holds[holdId] ?? {}
    const opened =
      reason === 'method_error'
        ? change(account, methodId, ({ failure }) => ({
            failure: failure === 'payout_failed' ? null : failure,
          }))
        : account
    return { ...opened, holds: without(account.holds, holdId) }
  },
}
