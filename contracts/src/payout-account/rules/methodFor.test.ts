import { describe, expect, test } from 'vitest'
import { addHours } from '../../kernel/dates.ts'
import type { Currency } from '../../kernel/money.ts'
import { NO_PAYOUT_ACCOUNT, type PayoutAccount } from '../account.ts'
import type { PayoutAccountEvent } from '../messages.ts'
import { evolvePayoutAccount } from './evolve.ts'
import { holdsAt, methodFor } from './methodFor.ts'

const T0 = '2026-06-01T09:00:00.000Z'
const of = { hostAccountId: 'a' }

const added = (methodId: string, usableFrom = T0, currency: Currency = 'EUR'): PayoutAccountEvent => ({
  type: 'PayoutMethodAdded',
  data: {
    ...of,
    methodId,
    type: 'sepa',
    currency,
    country: 'DE',
    holderName: 'Ada',
    holderMatches: true,
    bankName: null,
    last4: '3000',
    vaultRef: 'v',
    usableFrom,
  },
})
const verified = (methodId: string): PayoutAccountEvent => ({
  type: 'PayoutMethodVerified',
  data: { ...of, methodId, how: 'micro_deposits' },
})
const chosen = (methodId: string, currency: Currency = 'EUR'): PayoutAccountEvent => ({
  type: 'DefaultMethodSet',
  data: { ...of, methodId, currency },
})
const routed = (listingId: string, methodId: string | null): PayoutAccountEvent => ({
  type: 'RoutingSet',
  data: { ...of, listingId, methodId },
})
const held = (
  reason: 'method_error' | 'kyc',
  methodId: string | null,
  until: string | null = null,
): PayoutAccountEvent => ({
  type: 'HoldPlaced',
  data: { ...of, holdId: `h-${reason}`, reason, methodId, until, whatToDo: 'Wait.' },
})
const removed = (methodId: string): PayoutAccountEvent => ({
  type: 'MethodRemoved',
  data: { ...of, methodId },
})

const after = (...events: readonly PayoutAccountEvent[]): PayoutAccount =>
  events.reduce(
    (account, { type, data }) => evolvePayoutAccount[type](account, data as never, T0),
    NO_PAYOUT_ACCOUNT,
  )
const good = (methodId: string, usableFrom?: string, currency?: Currency) => [
  added(methodId, usableFrom, currency),
  verified(methodId),
]
const in72h = addHours(T0, 72)

/** `old`, or `cooling_period until …`. */
const paid = (
  account: PayoutAccount,
  listingId: string | null = null,
  now = T0,
  currency: Currency = 'EUR',
) => {
  const choice = methodFor(account, currency, listingId, now)
  return choice.kind === 'method'
    ? choice.method.methodId
    : choice.until === null
      ? choice.reason
      : `${choice.reason} until ${choice.until}`
}

describe('the payout method', () => {
  test('is the default of its currency', () => {
    expect(paid(after(...good('old'), chosen('old')))).toBe('old')
    expect(paid(after(...good('old'), chosen('old')), null, T0, 'USD')).toBe('method_unverified')
  })
  test('is none before a bank account is verified and its holder known', () => {
    expect(paid(after())).toBe('method_unverified')
    expect(paid(after(added('new')))).toBe('method_unverified')
    const unclear = added('new')
    const account = after(
      {
        type: 'PayoutMethodAdded',
        data: {
          ...(unclear.data as Extract<PayoutAccountEvent, { type: 'PayoutMethodAdded' }>['data']),
          holderMatches: false,
        },
      },
      verified('new'),
      chosen('new'),
    )
    expect(paid(account)).toBe('method_unverified')
    expect(
      paid(
        evolvePayoutAccount.HolderNameConfirmed(
          account,
          { ...of, methodId: 'new', why: 'The register says so.' },
          T0,
        ),
      ),
    ).toBe('new')
  })
  test('is the previous one until the new one has cooled off, to the millisecond', () => {
    const account = after(...good('old'), chosen('old'), ...good('new', in72h), chosen('new'))
    expect(paid(account)).toBe('old')
    expect(paid(account, null, addHours(in72h, -0.001))).toBe('old')
    expect(paid(account, null, in72h)).toBe('new')
  })
  test('is none when there is no previous one', () => {
    expect(paid(after(...good('new', in72h), chosen('new')))).toBe(`cooling_period until ${in72h}`)
    expect(
      paid(after(...good('old'), chosen('old'), ...good('new', in72h), chosen('new'), removed('old'))),
    ).toBe(`cooling_period until ${in72h}`)
  })
  test('is the last payable one behind several new ones', () => {
    const later = addHours(in72h, 5)
    const account = after(
      ...good('old'),
      chosen('old'),
      ...good('new', in72h),
      chosen('new'),
      ...good('newer', later),
      chosen('newer'),
    )
    expect([T0, in72h, later].map((now) => paid(account, null, now))).toEqual(['old', 'new', 'newer'])
  })
  test('never skips a broken choice, because the host chooses the account', () => {
    const account = after(
      ...good('old'),
      chosen('old'),
      ...good('new'),
      chosen('new'),
      held('method_error', 'new'),
    )
    expect(paid(account)).toBe('method_error')
    expect(
      paid(
        after(
          ...good('old'),
          chosen('old'),
          held('method_error', 'old'),
          ...good('new', in72h),
          chosen('new'),
        ),
      ),
    ).toBe(`cooling_period until ${in72h}`)
  })
})

describe('a listing’s own bank account', () => {
  const base = [...good('main'), chosen('main'), ...good('own'), routed('l', 'own')]
  test('is used only for that listing', () =>
    expect([paid(after(...base), 'l'), paid(after(...base), 'm'), paid(after(...base))]).toEqual([
      'own',
      'main',
      'main',
    ]))
  test('yields to the default again', () => expect(paid(after(...base, routed('l', null)), 'l')).toBe('main'))
  test('that cools off yields to the one before it, then to the default', () => {
    const next = [...good('next', in72h), routed('l', 'next')]
    expect(paid(after(...base, ...next), 'l')).toBe('own')
    expect(paid(after(...good('main'), chosen('main'), ...next), 'l')).toBe('main')
    // A choice before "as by default" is over.
    expect(paid(after(...base, routed('l', null), ...next), 'l')).toBe('main')
  })
  test('is gone when it is removed', () => expect(paid(after(...base, removed('own')), 'l')).toBe('main'))
})

describe('holds', () => {
  const on =
    (...events: readonly PayoutAccountEvent[]) =>
    (now: string) =>
      holdsAt(after(...good('old'), chosen('old'), ...events), now).map(({ reason }) => reason)
  test('stop the whole account while they last', () => {
    expect(on(held('kyc', null))(T0)).toEqual(['kyc'])
    expect(on(held('kyc', null, in72h))(in72h)).toEqual([])
    expect(
      on(held('kyc', null), {
        type: 'HoldReleased',
        data: { ...of, holdId: 'h-kyc', why: 'All papers are here.' },
      })(T0),
    ).toEqual([])
  })
  test('on one bank account stop that one only, until they are lifted', () => {
    const stopped = [held('method_error', 'old')]
    expect(on(...stopped)(T0)).toEqual([])
    expect(paid(after(...good('old'), chosen('old'), ...stopped))).toBe('method_error')
    expect(
      paid(
        after(...good('old'), chosen('old'), ...stopped, {
          type: 'HoldReleased',
          data: { ...of, holdId: 'h-method_error', why: 'The bank opened it again.' },
        }),
      ),
    ).toBe('old')
  })
})
