import {
  BOOKS_HOLD_TEXT,
  type PayoutAccountCommand,
  type PayoutAccountEvent,
} from '@hearth/contracts/payout-account'
import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { OfType } from '@hearth/contracts/kernel/message'
import { describe, expect, test } from 'vitest'
import { given, IMPORTER, NOW, OWNER } from '../testing/given.ts'
import { payoutAccount } from './payoutAccount.decider.ts'
import { toMinor } from './microDeposits.ts'
import type { PayoutAccountFacts } from './payoutAccount.facts.ts'

const ACCOUNT = deriveId('test', 'aggregate')
const [OLD, NEW, UNKNOWN] = ['old', 'new', 'unknown'].map((name) => deriveId('test', name)) as [
  string,
  string,
  string,
]
const LISTING = deriveId('test', 'listing')
const of = { hostAccountId: ACCOUNT }
const facts: PayoutAccountFacts = {
  legalName: 'Vale Stays LLC',
  unsettled: [],
  listingCurrency: 'EUR',
  deposits: [12, 34],
  sharing: [],
}
const NOW_72H = addHours(NOW, 72)

type Data<T extends PayoutAccountCommand['type']> = OfType<PayoutAccountCommand, T>['data']
const bank: Data<'AddPayoutMethod'> = {
  currency: 'EUR',
  holderName: 'Vale Stays',
  bankName: null,
  bank: { type: 'sepa', iban: 'DE89370400440532013000' },
}

const added = (
  methodId: string,
  more: Partial<OfType<PayoutAccountEvent, 'PayoutMethodAdded'>['data']> = {},
): PayoutAccountEvent => ({
  type: 'PayoutMethodAdded',
  data: {
    ...of,
    methodId,
    type: 'sepa',
    currency: 'EUR',
    country: 'DE',
    holderName: 'Vale Stays',
    holderMatches: true,
    bankName: null,
    last4: '3000',
    vaultRef: 'v',
    usableFrom: NOW,
    ...more,
  },
})
const sent = (methodId: string): PayoutAccountEvent => ({
  type: 'MicroDepositsSent',
  data: { ...of, methodId },
})
const verified = (methodId: string): PayoutAccountEvent => ({
  type: 'PayoutMethodVerified',
  data: { ...of, methodId, how: 'micro_deposits' },
})
const chosen = (methodId: string): PayoutAccountEvent => ({
  type: 'DefaultMethodSet',
  data: { ...of, methodId, currency: 'EUR' },
})
const wrongly = (methodId: string, attempt: number): PayoutAccountEvent => ({
  type: 'PayoutMethodVerificationFailed',
  data: { ...of, methodId, attempt, code: 'wrong_amounts', final: attempt === 3 },
})
const removed = (methodId: string): PayoutAccountEvent => ({
  type: 'MethodRemoved',
  data: { ...of, methodId },
})
const held = (reason: 'kyc' | 'method_error', methodId: string | null): PayoutAccountEvent => ({
  type: 'HoldPlaced',
  data: { ...of, holdId: 'h', reason, methodId, until: null, whatToDo: 'Wait.' },
})

const inUse = [added(OLD), sent(OLD), verified(OLD), chosen(OLD)]
const when = (
  history: readonly PayoutAccountEvent[],
  command: PayoutAccountCommand,
  more: Partial<PayoutAccountFacts> = {},
) => given(payoutAccount, ...history).when(command, { actor: OWNER, facts: { ...facts, ...more } })

test('a bank account in euros is refused when no payment could carry the holder’s name', () => {
  given(payoutAccount)
    .when({ type: 'AddPayoutMethod', data: { ...bank, holderName: '山本太郎' } }, { facts })
    .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/holderName' }] })
  given(payoutAccount)
    .when({ type: 'AddPayoutMethod', data: { ...bank, holderName: 'Γιώργος Παπαδόπουλος' } }, { facts })
    .thenEvents({ type: 'PayoutMethodAdded' })
})

describe('adding a bank account', () => {
  const add = (
    history: readonly PayoutAccountEvent[] = [],
    more: Partial<PayoutAccountFacts> = {},
    data: Partial<typeof bank> = {},
  ) => when(history, { type: 'AddPayoutMethod', data: { ...bank, ...data } }, more)

  test('records its country and holder, and nothing of its number', () => {
    const decision = add().thenEvents({
      type: 'PayoutMethodAdded',
      data: { ...of, type: 'sepa', country: 'DE', last4: '3000', holderMatches: true },
    })
    expect(JSON.stringify(decision)).not.toContain('370400440532013000')
  })
  test('the first one can be paid immediately without a balance, every other after 72 hours', () => {
    const from = (usableFrom: string) => ({ type: 'PayoutMethodAdded', data: { usableFrom } }) as const
    add().thenEvents(from(NOW))
    add([], { unsettled: ['USD'] }).thenEvents(from(NOW_72H))
    add(inUse).thenEvents(from(NOW_72H))
    add([added(OLD)]).thenEvents(from(NOW_72H))
    add([...inUse, { type: 'MethodRemoved', data: { ...of, methodId: OLD } }]).thenEvents(from(NOW_72H))
    add([added(OLD), { type: 'MethodRemoved', data: { ...of, methodId: OLD } }]).thenEvents(from(NOW))
  })
  test('staff check a holder whose name differs from the account’s', () => {
    const matches = (holderMatches: boolean) =>
      ({ type: 'PayoutMethodAdded', data: { holderMatches } }) as const
    add([], {}, { holderName: 'VALE STAYS L.L.C.' }).thenEvents(matches(true))
    add([], {}, { holderName: 'Another Holder' }).thenEvents(matches(false))
    add([], { legalName: null }).thenEvents(matches(false))
  })
  test('a wrong number or currency is refused in its field', () => {
    add([], {}, { bank: { type: 'sepa', iban: 'DE89370400440532013001' } }).thenRefused('VALIDATION_FAILED', {
      errors: [{ pointer: '/bank/iban' }],
    })
    add([], {}, { currency: 'USD' }).thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/currency' }] })
  })
  test('twenty is the maximum', () =>
    void add(Array.from({ length: 20 }, (_, index) => added(deriveId('many', String(index))))).thenRefused(
      'LIMIT_EXCEEDED',
      { limit: 20 },
    ))
  test('five within 24 hours are the maximum, also after removing them', () => {
    const ids = Array.from({ length: 5 }, (_, index) => deriveId('many', String(index)))
    const five = ids.flatMap((id) => [added(id), removed(id)])
    const command = { type: 'AddPayoutMethod', data: bank } as const
    const situation = (now: string, actor = OWNER) => ({ now, actor, facts })
    given(payoutAccount, ...five)
      .when(command, situation(addHours(NOW, 23)))
      .thenRefused('LIMIT_EXCEEDED', { limit: 5 })
    given(payoutAccount, ...five)
      .when(command, situation(addHours(NOW, 24)))
      .thenEvents({ type: 'PayoutMethodAdded' })
    given(payoutAccount, ...five.slice(0, -2))
      .when(command, situation(NOW))
      .thenEvents({ type: 'PayoutMethodAdded' })
    given(payoutAccount, ...five)
      .when({ type: 'ImportPayoutMethod', data: bank }, situation(NOW, IMPORTER))
      .thenEvents(
        { type: 'PayoutMethodAdded' },
        { type: 'PayoutMethodVerified' },
        { type: 'DefaultMethodSet' },
      )
  })
  test('an imported one is verified and becomes the default', () =>
    void when([], { type: 'ImportPayoutMethod', data: bank }, { legalName: null }).thenEvents(
      { type: 'PayoutMethodAdded', data: { usableFrom: NOW } },
      { type: 'PayoutMethodVerified', data: { how: 'imported' } },
      { type: 'DefaultMethodSet' },
    ))
})

describe('verifying it with two deposits', () => {
  const verify = (history: readonly PayoutAccountEvent[], firstMinor: number, secondMinor: number) =>
    when(history, { type: 'VerifyPayoutMethod', data: { methodId: NEW, firstMinor, secondMinor } })
  const waiting = [added(NEW), sent(NEW)]

  test('records once that they were sent', () => {
    when([added(NEW)], { type: 'RecordMicroDeposits', data: { methodId: NEW, outcome: 'sent' } }).thenEvents({
      type: 'MicroDepositsSent',
    })
    when(waiting, { type: 'RecordMicroDeposits', data: { methodId: NEW, outcome: 'sent' } }).thenNothing()
  })
  test('fails when the bank refuses them', () => {
    const decision = when([added(NEW)], {
      type: 'RecordMicroDeposits',
      data: { methodId: NEW, outcome: 'account_refused' },
    }).thenEvents({ type: 'PayoutMethodVerificationFailed', data: { code: 'account_refused', final: true } })
    verify(
      [added(NEW), ...(decision?.ok === true ? decision.events : [])] as PayoutAccountEvent[],
      12,
      34,
    ).thenRefused('PAYOUT_METHOD_NOT_READY')
  })
  test('accepts the amounts in any order; the first verified account becomes the default', () => {
    verify(waiting, 34, 12).thenEvents(
      { type: 'PayoutMethodVerified' },
      { type: 'DefaultMethodSet', data: { methodId: NEW } },
    )
    verify([...inUse, ...waiting], 12, 34).thenEvents({ type: 'PayoutMethodVerified' })
    verify([...waiting, verified(NEW)], 1, 1).thenNothing()
  })
  test('counts them in what banks transfer of the currency: whole forints, tens of fils', () => {
    for (const [currency, low, high] of [
      ['HUF', 1_200, 3_400],
      ['KWD', 120, 340],
    ] as const) {
      const history = [added(NEW, { type: 'wire', currency }), sent(NEW)]
      verify(history, high, low).thenEvents({ type: 'PayoutMethodVerified' }, { type: 'DefaultMethodSet' })
      verify(history, 12, 34).thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/firstMinor' }] })
    }
    // An amount that no deposit has is not an attempt.
    verify(waiting, 12, 3_400).thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/secondMinor' }] })
    expect([toMinor([1, 99], 'HUF'), toMinor([1, 99], 'EUR')]).toEqual([
      [100, 9_900],
      [1, 99],
    ])
  })
  test('allows three attempts', () => {
    verify(waiting, 12, 12).thenEvents({
      type: 'PayoutMethodVerificationFailed',
      data: { attempt: 1, final: false },
    })
    verify([...waiting, wrongly(NEW, 1), wrongly(NEW, 2)], 1, 2).thenEvents({
      type: 'PayoutMethodVerificationFailed',
      data: { attempt: 3, final: true },
    })
    verify([...waiting, wrongly(NEW, 1), wrongly(NEW, 2), wrongly(NEW, 3)], 12, 34).thenRefused(
      'PAYOUT_METHOD_NOT_READY',
    )
  })
  test('counts attempts at the same deposits under an earlier method', () => {
    const again = [added(OLD), sent(OLD), wrongly(OLD, 1), wrongly(OLD, 2), removed(OLD), ...waiting]
    const verifyAgain = (tries: readonly PayoutAccountEvent[], firstMinor: number) =>
      when(
        tries,
        { type: 'VerifyPayoutMethod', data: { methodId: NEW, firstMinor, secondMinor: 34 } },
        { sharing: [OLD] },
      )
    verifyAgain(again, 1).thenEvents({
      type: 'PayoutMethodVerificationFailed',
      data: { attempt: 1, final: true },
    })
    verifyAgain(again, 12).thenEvents({ type: 'PayoutMethodVerified' }, { type: 'DefaultMethodSet' })
    verifyAgain([added(OLD), sent(OLD), wrongly(OLD, 3), removed(OLD), ...waiting], 12).thenRefused(
      'PAYOUT_METHOD_NOT_READY',
    )
  })
  test('is impossible before they are sent', () =>
    void verify([added(NEW)], 12, 34).thenRefused('INVALID_TRANSITION'))
  test('an unclear holder is checked as well, in either order', () => {
    const unclear = [added(NEW, { holderMatches: false }), sent(NEW)]
    const confirm: PayoutAccountCommand = {
      type: 'ConfirmHolderName',
      data: { methodId: NEW, why: 'The register says so.' },
    }
    verify(unclear, 12, 34).thenEvents({ type: 'PayoutMethodVerified' })
    when([...unclear, verified(NEW)], confirm).thenEvents(
      { type: 'HolderNameConfirmed' },
      { type: 'DefaultMethodSet' },
    )
    when(unclear, confirm).thenEvents({ type: 'HolderNameConfirmed' })
    when(waiting, confirm).thenRefused('ALREADY_DECIDED')
    when(unclear, { type: 'RejectHolderName', data: { methodId: NEW, why: 'Another person’s.' } }).thenEvents(
      {
        type: 'HolderNameRejected',
      },
    )
    when(waiting, {
      type: 'RejectHolderName',
      data: { methodId: NEW, why: 'Another person’s.' },
    }).thenRefused('ALREADY_DECIDED')
  })
})

describe('choosing which account is paid', () => {
  const both = [...inUse, added(NEW, { usableFrom: NOW_72H }), sent(NEW)]

  test('a verified one, even in its cooling period', () => {
    const choose: PayoutAccountCommand = { type: 'SetDefaultMethod', data: { methodId: NEW } }
    when([...both, verified(NEW)], choose).thenEvents({ type: 'DefaultMethodSet', data: { currency: 'EUR' } })
    when(both, choose).thenRefused('PAYOUT_METHOD_NOT_READY')
    when([...both, verified(NEW), held('method_error', NEW)], choose).thenRefused('PAYOUT_METHOD_NOT_READY')
    when(inUse, { type: 'SetDefaultMethod', data: { methodId: OLD } }).thenNothing()
    when(inUse, { type: 'SetDefaultMethod', data: { methodId: UNKNOWN } }).thenRefused('NOT_FOUND')
  })
  test('for one listing, in its currency', () => {
    const route = (methodId: string | null): PayoutAccountCommand => ({
      type: 'SetRouting',
      data: { listingId: LISTING, methodId },
    })
    when(inUse, route(OLD)).thenEvents({ type: 'RoutingSet', data: { listingId: LISTING, methodId: OLD } })
    when(inUse, route(null)).thenNothing()
    when(
      [...inUse, { type: 'RoutingSet', data: { ...of, listingId: LISTING, methodId: OLD } }],
      route(null),
    ).thenEvents({ type: 'RoutingSet', data: { methodId: null } })
    when(inUse, route(OLD), { listingCurrency: 'USD' }).thenRefused('CURRENCY_MISMATCH', {
      errors: [{ pointer: '/methodId' }],
    })
    when(inUse, route(OLD), { listingCurrency: null }).thenRefused('VALIDATION_FAILED', {
      errors: [{ pointer: '/listingId' }],
    })
    when(inUse, route(UNKNOWN)).thenRefused('NOT_FOUND')
    when(both, route(NEW)).thenRefused('PAYOUT_METHOD_NOT_READY')
  })
  test('the schedule and the minimum', () => {
    when([], { type: 'SetSchedule', data: { schedule: 'weekly_mon' } }).thenEvents({ type: 'ScheduleSet' })
    when([], { type: 'SetSchedule', data: { schedule: 'daily' } }).thenNothing()
    const minimum = (amountMinor: number): PayoutAccountCommand => ({
      type: 'SetMinimum',
      data: { minimum: { amountMinor, currency: 'EUR' } },
    })
    when([], minimum(100_000)).thenEvents({ type: 'MinimumSet' })
    when([], minimum(100)).thenNothing()
    for (const amount of [99, 100_001, -5])
      when([], minimum(amount)).thenRefused('VALIDATION_FAILED', {
        errors: [{ pointer: '/minimum/amountMinor' }],
      })
  })
})

describe('removing a bank account', () => {
  const remove = (
    history: readonly PayoutAccountEvent[],
    methodId: string,
    more: Partial<PayoutAccountFacts> = {},
  ) => when(history, { type: 'RemovePayoutMethod', data: { methodId } }, more)

  test('the only one of its currency stays while there is a balance', () => {
    remove(inUse, OLD).thenEvents({ type: 'MethodRemoved' })
    remove(inUse, OLD, { unsettled: ['EUR'] }).thenRefused('PRECONDITION_FAILED', {
      unmet: [{ code: 'BALANCE', fixRoute: '/payout-settings' }],
    })
    remove(inUse, OLD, { unsettled: ['USD'] }).thenEvents({ type: 'MethodRemoved' })
  })
  test('the default must be replaced first', () => {
    const two = [...inUse, added(NEW), sent(NEW), verified(NEW)]
    remove(two, OLD).thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'ANOTHER_DEFAULT' }] })
    remove(two, NEW, { unsettled: ['EUR'] }).thenEvents({ type: 'MethodRemoved' })
    remove([...two, chosen(NEW)], OLD, { unsettled: ['EUR'] }).thenEvents({ type: 'MethodRemoved' })
  })
  test('releases its holds', () =>
    void remove([...inUse, held('method_error', OLD)], OLD).thenEvents(
      { type: 'HoldReleased', data: { holdId: 'h' } },
      { type: 'MethodRemoved' },
    ))
  test('one that was never verified can always be removed', () =>
    void remove([added(NEW)], NEW, { unsettled: ['EUR'] }).thenEvents({ type: 'MethodRemoved' }))
})

describe('holds', () => {
  const place = (data: Partial<Data<'PlaceHold'>>, history: readonly PayoutAccountEvent[] = inUse) =>
    when(history, {
      type: 'PlaceHold',
      data: { reason: 'kyc', methodId: null, until: null, whatToDo: null, ...data },
    })

  test('say what to do, in their own text or the reason’s', () => {
    place({}).thenEvents({
      type: 'HoldPlaced',
      data: { reason: 'kyc', whatToDo: expect.stringContaining('documents') },
    })
    place({ whatToDo: 'Send us your passport, please.' }).thenEvents({
      type: 'HoldPlaced',
      data: { whatToDo: 'Send us your passport, please.' },
    })
  })
  test('of the bookkeeper are placed once, recognized by their code, not their text', () => {
    const books: PayoutAccountCommand = { type: 'PlaceBooksHold', data: {} }
    const placed = (code: object): PayoutAccountEvent => ({
      type: 'HoldPlaced',
      data: {
        ...of,
        holdId: 'books',
        reason: 'staff_review',
        methodId: null,
        until: null,
        whatToDo: BOOKS_HOLD_TEXT,
        ...code,
      },
    })
    when([...inUse, held('kyc', null), placed({})], books).thenEvents({
      type: 'HoldPlaced',
      data: { reason: 'staff_review', methodId: null, whatToDo: BOOKS_HOLD_TEXT, code: 'books_differ' },
    })
    const standing = [...inUse, placed({ code: 'books_differ' })]
    when(standing, books).thenNothing()
    const released: PayoutAccountEvent = { type: 'HoldReleased', data: { ...of, holdId: 'books', why: 'x' } }
    when([...standing, released], books).thenEvents({ type: 'HoldPlaced' })
  })
  test('end in the future', () =>
    void place({ until: NOW }).thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/until' }] }))
  test('a failed bank account gets one hold of its own', () => {
    place({ reason: 'method_error', methodId: OLD }).thenEvents({
      type: 'HoldPlaced',
      data: { methodId: OLD },
    })
    place({ reason: 'method_error', methodId: OLD }, [...inUse, held('method_error', OLD)]).thenNothing()
    place({ reason: 'method_error', methodId: UNKNOWN }).thenRefused('NOT_FOUND')
    place({ reason: 'method_error' }).thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/methodId' }] })
    place({ methodId: OLD }).thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/methodId' }] })
  })
  test('are released once, with a reason', () => {
    const lift: PayoutAccountCommand = {
      type: 'ReleaseHold',
      data: { holdId: 'h', why: 'All papers are here.' },
    }
    when([...inUse, held('kyc', null)], lift).thenEvents({
      type: 'HoldReleased',
      data: { why: 'All papers are here.' },
    })
    when(inUse, lift).thenRefused('NOT_FOUND')
  })
})
