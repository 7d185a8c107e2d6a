import type { LedgerEvent } from '@hearth/contracts/ledger'
import { deriveThreadId } from '@hearth/contracts/thread'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingFold } from '../booking/booking.state.ts'
import { sandboxCharges, type ChargePort } from '../booking/chargePort.ts'
import { deliverAndCrash } from '../testing/deliverAndCrash.ts'
import {
  accepted,
  movableClock,
  openTestService,
  readTypes,
  startTestSystem,
  type TestSystem,
} from '../testing/fixture.ts'
import { decide, openFiledClaim, respond, reviewer, type Filed } from './testing/filedClaims.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system?.stop())

/** A provider that remembers the keys that it was asked with. */
const countCharges = (answer: 'charged' | 'declined') => {
  const keys: string[] = []
  const port: ChargePort = async (request) => {
    keys.push(request.idempotencyKey)
    return answer === 'charged' ? sandboxCharges(request) : { kind: 'failed', code: 'card_declined' }
  }
  return { keys, port }
}

/** Lets another process deliver what is due, until the claim has these events; another round adds none. */
const deliverUntil = async ({ claimId }: Filed, expected: readonly string[], chargePort: ChargePort) => {
  const clock = movableClock()
  const service = await openTestService(system.stack, { now: clock.now, chargePort })
  clock.forward(0.05)
  const stream = `reimbursement-${claimId}`
  const read = async () => (await readTypes(service, stream)).slice(-expected.length)
  await waitUntil(
    async () => {
      await service.relay.deliver()
      return JSON.stringify(await read()) === JSON.stringify(expected)
    },
    30_000,
    JSON.stringify(expected),
  )
  await service.relay.deliver()
  expect(await read()).toEqual(expected)
  await service.close()
}

/** The entries that this claim has in the ledger. */
const readEntries = async ({ accountId, claimId }: Filed) => {
  const entries: { amountMinor: number; codes: readonly string[] }[] = []
  for await (const { type, data } of system.service.store.read(`hostLedger-${accountId}`)) {
    if (type !== 'LedgerEntryPosted') continue
    const { kind, source, amountMinor, components } = data as Extract<
      LedgerEvent,
      { type: 'LedgerEntryPosted' }
    >['data']
    if (kind === 'reimbursement' && source.stream === `reimbursement-${claimId}`)
      entries.push({ amountMinor, codes: components.map(({ code }) => code) })
  }
  return entries
}

const send = async (envelope: Parameters<TestSystem['service']['handle']>[0]) =>
  accepted(await system.service.handle(envelope))

const PAID = ['ReimbursementDecided', 'ReimbursementPaid']

test.for([
  ['before', 'LedgerEntryPosted'],
  ['after', 'LedgerEntryPosted'],
  ['before', 'ReimbursementPaid'],
  ['after', 'ReimbursementPaid'],
  ['before', 'ReimbursementGuestCharged'],
  ['after', 'ReimbursementGuestCharged'],
] as const)('a crash %s %s: the host is paid once, and the guest is charged once', async ([when, type]) => {
  const charges = countCharges('charged')
  const claim = await openFiledClaim(system.service, [100_000])
  await send(respond(claim, []))
  await send(decide(claim, reviewer('r1'), 60_000, 'above_market_quote'))
  await deliverAndCrash(system, when, type, { chargePort: charges.port })
  await deliverUntil(claim, [...PAID, 'ReimbursementGuestCharged'], charges.port)
  expect(await readEntries(claim)).toEqual([{ amountMinor: 60_000, codes: ['from_fund'] }])
  expect(new Set(charges.keys).size).toBe(1)
})

test.for([
  ['before', 'ReimbursementGuestChargeFailed'],
  ['after', 'ReimbursementGuestChargeFailed'],
] as const)('a crash %s %s: the fund pays for a guest who can’t be charged', async ([when, type]) => {
  const charges = countCharges('declined')
  const claim = await openFiledClaim(system.service, [100_000])
  await send(respond(claim, []))
  await send(decide(claim, reviewer('r1'), 60_000, 'above_market_quote'))
  await deliverAndCrash(system, when, type, { chargePort: charges.port })
  await deliverUntil(claim, [...PAID, 'ReimbursementGuestChargeFailed'], charges.port)
  expect(await readEntries(claim)).toEqual([{ amountMinor: 60_000, codes: ['from_fund'] }])
})

test.for([
  ['before', 'ReimbursementGuestCharged'],
  ['after', 'ReimbursementGuestCharged'],
  ['before', 'ReimbursementClosed'],
  ['after', 'ReimbursementClosed'],
] as const)('a crash %s %s: a guest who agrees to all of it pays without a review', async ([when, type]) => {
  const charges = countCharges('charged')
  const claim = await openFiledClaim(system.service, [40_000, 20_000])
  await send(respond(claim, claim.itemIds))
  await deliverAndCrash(system, when, type, { chargePort: charges.port })
  const expected = ['ReimbursementGuestCharged', ...PAID, 'ReimbursementClosed']
  await deliverUntil(claim, expected, charges.port)
  expect(await readEntries(claim)).toEqual([{ amountMinor: 60_000, codes: ['from_guest'] }])
  expect(new Set(charges.keys).size).toBe(1)
})

test.for(['before', 'after'] as const)(
  'a crash %s a message: the guest is asked once, and reads once what is charged',
  async (when) => {
    const { port } = countCharges('charged')
    const claim = await openFiledClaim(system.service, [40_000])
    await deliverAndCrash(system, when, 'ThreadOpened', { chargePort: port })
    await send(respond(claim, claim.itemIds))
    await deliverUntil(claim, ['ReimbursementGuestCharged', ...PAID, 'ReimbursementClosed'], port)
    const readBodies = async () => {
      const { state } = await system.service.handler.view(bookingFold, claim.bookingId, 0)
      const guestRef = state.status === 'none' ? '' : state.guestRef
      return (await readTypes(system.service, `thread-${deriveThreadId(claim.listingId, guestRef)}`)).filter(
        (type) => type === 'MessageSent',
      )
    }
    await waitUntil(
      async () => {
        await system.service.relay.deliver()
        return (await readBodies()).length === 2
      },
      30_000,
      'the two messages',
    )
    await system.service.relay.deliver()
    expect(await readBodies()).toHaveLength(2)
  },
)

test('a guest who agrees and can’t be charged leaves the claim to the review', async () => {
  const charges = countCharges('declined')
  const claim = await openFiledClaim(system.service, [40_000])
  await send(respond(claim, claim.itemIds))
  await deliverUntil(claim, ['ReimbursementGuestAccepted', 'ReimbursementGuestChargeFailed'], charges.port)
  await send(decide(claim, reviewer('r1'), 40_000))
  await deliverUntil(claim, [...PAID, 'ReimbursementClosed'], charges.port)
  expect(await readEntries(claim)).toEqual([{ amountMinor: 40_000, codes: ['from_fund'] }])
})
