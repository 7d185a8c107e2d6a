import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { deriveReferralId } from '@hearth/contracts/referral'
import { openMailQueue } from '@hearth/platform/mail/mailQueue'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ledgerFold, totalsIn } from '../ledger/ledger.state.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import type { Outcome } from '../runtime/outcome.ts'
import { deliverAndCrash } from '../testing/deliverAndCrash.ts'
import {
  accepted,
  command,
  inDays,
  movableClock,
  openTestService,
  PEOPLE,
  readTypes,
  receive,
  rejected,
  startTestSystem,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { handleAndCrash } from '../testing/handleAndCrash.ts'
import { openPlace, startPlace, type Place } from '../testing/place.ts'
import { referralFold } from './referral.state.ts'

let system: TestSystem
let service: TestService

beforeAll(async () => {
  system = await startTestSystem()
  ;({ service } = system)
})
afterAll(() => system?.stop())

const HOURS = 24
const IBAN = 'NL91ABNA0417164300'

type Referred = Readonly<{ referrer: Id; place: Place; id: Id; code: string }>

const invite = async (referrer: Id, email: string | null = null) => {
  const envelope = command('CreateReferralInvite', PEOPLE.owner(referrer), { email })
  const { id } = accepted(await service.handle(envelope))
  const { state } = await service.handler.view(referralFold, id, 0)
  if (state.status === 'none') throw new Error('The invitation is not there')
  return { id, code: state.code, state }
}
const accept = (accountId: Id, code: string) =>
  command('AcceptReferral', PEOPLE.owner(accountId), { code }, { id: accountId })

/** An account that invited, and a new one with a home that has the code but has not accepted it. */
const openReferred = async (): Promise<Referred> => {
  const { accountId: referrer } = await startPlace(service)
  return { referrer, place: await openPlace(service, IBAN), ...(await invite(referrer)) }
}
const streamsOf = ({ referrer, place, id }: Referred) => [
  `referral-${id}`,
  `referee-${place.accountId}`,
  `hostLedger-${referrer}`,
]

/** A process that works until something has been done; with `crash` it dies at an append and another goes on. */
const work = async (
  clock: ReturnType<typeof movableClock>,
  isDone: () => Promise<boolean>,
  crash?: readonly ['before' | 'after', string],
) => {
  if (crash !== undefined) await deliverAndCrash(system, ...crash, { now: clock.now })
  const worker = await openTestService(system.stack, { now: clock.now })
  await waitUntil(
    async () => {
      await worker.relay.deliver()
      return isDone()
    },
    30_000,
    'the process managers',
  )
  await worker.close()
}

const expectEvents = async (
  clock: ReturnType<typeof movableClock>,
  referred: Referred,
  expected: readonly (readonly string[])[],
  crash?: readonly ['before' | 'after', string],
) => {
  const read = () => Promise.all(streamsOf(referred).map((stream) => readTypes(service, stream)))
  let last: readonly (readonly string[])[] = []
  await work(
    clock,
    async () => {
      last = await read()
      return JSON.stringify(last) === JSON.stringify(expected)
    },
    crash,
  ).catch((error: unknown) => {
    expect(last).toEqual(expected)
    throw error
  })
}

const JOINED = ['ReferralInvited', 'ReferralAccepted', 'ReferralListingLive']
const STAYED = [...JOINED, 'ReferralQualified']
const PAID = [...STAYED, 'ReferralRewarded']

const emailOf = ({ referrer }: Referred) => `${referrer}@faro.example`
const zMail = z.looseObject({ to: z.string().optional(), subject: z.string().optional() })
/** What nothing that the referrer gets may name. */
const CANARY = 'Kanari'

/** The account that invites gets an owner with an address, and the invited one a name and an address to hide. */
const nameBoth = async (referred: Referred): Promise<void> => {
  const { referrer, place } = referred
  const email = emailOf(referred)
  const owner = { userId: newId(), name: 'Ida Faro', email, role: 'owner', listingIds: null }
  accepted(await service.handle(command('ImportMember', PEOPLE.importer, owner, { id: referrer })))
  const profile = {
    displayName: `${CANARY} Stays`,
    defaultCurrency: 'EUR',
    timezone: 'Europe/Lisbon',
    contactEmail: `${CANARY.toLowerCase()}@mail.example`,
    contactPhone: null,
  }
  accepted(
    await service.handle(
      command('ChangeAccountProfile', PEOPLE.owner(place.accountId), profile, { id: place.accountId }),
    ),
  )
}

/** Waits until the host who invited has these mails. No mail to them contains the canary. */
const expectMails = async (
  clock: ReturnType<typeof movableClock>,
  referred: Referred,
  subjects: readonly string[],
): Promise<void> => {
  const queue = openMailQueue(service)
  const mailed = new Set<unknown>()
  await work(clock, async () => {
    for (const { content } of await queue.take(1_000)) {
      const { to, subject } = zMail.parse(content)
      if (to !== emailOf(referred)) continue
      expect(JSON.stringify(content).toLowerCase()).not.toContain(CANARY.toLowerCase())
      mailed.add(subject)
    }
    return subjects.every((subject) => mailed.has(subject))
  })
}

describe('from the link to the reward and back', () => {
  test.for([
    [undefined, undefined, undefined],
    [
      ['before', 'ReferralAccepted'],
      ['before', 'ReferralQualified'],
      ['before', 'ReferralClawedBack'],
    ],
    [
      ['after', 'ReferralCodeAccepted'],
      ['after', 'ReferralRewarded'],
      ['after', 'ReferralClawedBack'],
    ],
    [
      ['after', 'ReferralAccepted'],
      ['before', 'LedgerEntryPosted'],
      ['before', 'LedgerEntryPosted'],
    ],
    [
      ['before', 'ReferralListingLive'],
      ['after', 'ReferredStayCounted'],
      ['after', 'ReferredStayReversed'],
    ],
  ] as const)(
    'everything happens once, with crashes %s, %s and %s',
    { timeout: 300_000 },
    async ([joining, paying, returning]) => {
      const clock = movableClock()
      const referred = await openReferred()
      const { referrer, place, code } = referred
      await nameBoth(referred)
      if (joining === undefined) accepted(await service.handle(accept(place.accountId, code)))
      else {
        await handleAndCrash(system, joining[0], joining[1], accept(place.accountId, code))
        // What was not written at all is sent again by the person.
        const again = await service.handle(accept(place.accountId, code))
        expect(again.kind === 'rejected' ? again.code : 'DUPLICATE').toBe('DUPLICATE')
      }
      await expectEvents(clock, referred, [JOINED, ['ReferralCodeAccepted'], []])

      const booking = accepted(await service.handle(receive(place, inDays(3), 2))).id
      clock.forward(20 * HOURS)
      await expectEvents(
        clock,
        referred,
        [PAID, ['ReferralCodeAccepted', 'ReferredStayCounted'], ['LedgerEntryPosted']],
        paying,
      )
      const totals = async () =>
        totalsIn((await service.handler.view(ledgerFold, referrer, 0)).state, 'EUR').openMinor
      expect(await totals()).toBe(50_000)

      accepted(
        await service.handle(
          command('RecordChargeback', PEOPLE.gateway, { amountMinor: 15_000, ref: 'cb-1' }, { id: booking }),
        ),
      )
      await expectEvents(
        clock,
        referred,
        [
          [...PAID, 'ReferralClawedBack'],
          ['ReferralCodeAccepted', 'ReferredStayCounted', 'ReferredStayReversed'],
          ['LedgerEntryPosted', 'LedgerEntryPosted', 'MoneyReducedNotified'],
        ],
        returning,
      )
      expect(await totals()).toBe(0)
      await expectMails(clock, referred, [
        'Casa Sol has earned a referral reward: 500.00 EUR',
        'Deduction from your earnings: −500.00 EUR',
      ])
    },
  )
})

describe('accepting', () => {
  test('one of two new accounts gets the code, and the other one is free for another code', async () => {
    const { accountId: referrer } = await startPlace(service)
    const [first, second] = [await startPlace(service), await startPlace(service)]
    const { id, code } = await invite(referrer)
    const outcomes = await Promise.all(
      [first, second].map(({ accountId }) => service.handle(accept(accountId, code))),
    )
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'rejected'])
    expect(await readTypes(service, `referral-${id}`)).toEqual(['ReferralInvited', 'ReferralAccepted'])
    const loser = outcomes[0]?.kind === 'rejected' ? first : second
    accepted(await service.handle(accept(loser.accountId, (await invite(referrer)).code)))
  })

  test('an invitation that is sent again later gets its first answer', async () => {
    const [{ accountId: referrer }, { accountId: referee }] = [
      await startPlace(service),
      await startPlace(service),
    ]
    const first = command(
      'CreateReferralInvite',
      PEOPLE.importer,
      { email: null },
      { hostAccountId: referrer },
    )
    const envelope = { ...first, occurredAt: new Date().toISOString() }
    const { id } = accepted(await service.handle(envelope))
    const { state } = await service.handler.view(referralFold, id, 0)
    accepted(await service.handle(accept(referee, state.status === 'none' ? '' : state.code)))
    expect(await service.handle(envelope)).toMatchObject({ kind: 'duplicate', id })
  })

  test('refuses a host with the same bank account, and the account itself', async () => {
    const [one, other] = [await openPlace(service), await openPlace(service)]
    const { code } = await invite(one.accountId)
    expect(rejected(await service.handle(accept(other.accountId, code)))).toMatchObject({
      code: 'POLICY_VIOLATION',
      facts: { rule: 'self_referral' },
    })
    expect(rejected(await service.handle(accept(one.accountId, code))).code).toBe('POLICY_VIOLATION')
  })

  test('a bank account that is added later is found before the reward', { timeout: 120_000 }, async () => {
    const clock = movableClock()
    const { accountId: referrer } = await openPlace(service, 'FR1420041010050500013M02606')
    const place = await openPlace(service, 'BE68539007547034')
    const { id, code } = await invite(referrer)
    accepted(await service.handle(accept(place.accountId, code)))
    accepted(await service.handle(receive(place, inDays(3), 2)))
    const method = {
      currency: 'EUR',
      holderName: 'Casa Sol Lda',
      bankName: null,
      bank: { type: 'sepa', iban: 'FR1420041010050500013M02606' },
    }
    accepted(
      await service.handle(command('ImportPayoutMethod', PEOPLE.importer, method, { id: place.accountId })),
    )
    clock.forward(20 * HOURS)
    await work(clock, async () => (await readTypes(service, `referral-${id}`)).at(-1) === 'ReferralRejected')
    expect(await readTypes(service, `hostLedger-${referrer}`)).toEqual([])
  })

  test('guessing ends after five codes, and every wrong code gets one answer', async () => {
    const { accountId } = await startPlace(service)
    const { accountId: referrer } = await startPlace(service)
    const used = await invite(referrer)
    const { accountId: other } = await startPlace(service)
    accepted(await service.handle(accept(other, used.code)))
    const where = { ip: '203.0.113.7', userAgent: 'test' }
    const guess = async (code: string) =>
      rejected(await service.handle({ ...accept(accountId, code), where }))
    const answers = [await guess('00000000'), await guess(used.code)]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.code).toBe('NOT_FOUND')
    for (const code of ['00000001', '00000002', '00000003']) await guess(code)
    const { code } = await invite(referrer)
    expect(await guess(code)).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await readTypes(service, `referee-${accountId}`)).toEqual([])
  })

  test('another account cannot accept for this one', async () => {
    const { accountId: referrer } = await startPlace(service)
    const [one, other] = [await startPlace(service), await startPlace(service)]
    const { code } = await invite(referrer)
    const envelope = command('AcceptReferral', PEOPLE.owner(other.accountId), { code }, { id: one.accountId })
    expect(rejected(await service.handle(envelope)).code).toBe('NOT_FOUND')
  })
})

describe('limits', () => {
  /** Repeats what lost against others in the same stream, as clients do, until each has its answer. */
  const settle = async (send: () => Promise<Outcome>): Promise<Outcome> => {
    const outcome = await send()
    return outcome.kind === 'rejected' && outcome.code === 'CONCURRENT_CHANGE' ? settle(send) : outcome
  }
  const countBy = (outcomes: readonly Outcome[]) => ({
    done: outcomes.filter(({ kind }) => kind !== 'rejected').length,
    codes: [...new Set(outcomes.flatMap((one) => (one.kind === 'rejected' ? [one.code] : [])))],
  })

  test('of 30 simultaneous invitations from two processes, 20 are made', { timeout: 60_000 }, async () => {
    const { accountId } = await startPlace(service)
    const other = await openTestService(system.stack)
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const envelope = command('CreateReferralInvite', PEOPLE.owner(accountId), { email: null })
        return settle(() => (index % 2 === 0 ? service : other).handle(envelope))
      }),
    )
    await other.close()
    expect(countBy(outcomes)).toEqual({ done: 20, codes: ['LIMIT_EXCEEDED'] })
    // One that is accepted makes room for one more.
    const [made] = outcomes.flatMap((one) => (one.kind === 'rejected' ? [] : [one.id]))
    const { state } = await service.handler.view(referralFold, made ?? '', 0)
    const { accountId: joined } = await startPlace(service)
    accepted(await service.handle(accept(joined, state.status === 'none' ? '' : state.code)))
    await work(movableClock(), async () =>
      (await readTypes(service, `referrer-${accountId}`)).includes('ReferralInviteFreed'),
    )
    await invite(accountId)
    expect(
      rejected(
        await service.handle(command('CreateReferralInvite', PEOPLE.owner(accountId), { email: null })),
      ).code,
    ).toBe('LIMIT_EXCEEDED')
  })

  test('of 30 simultaneous rewards from two processes, 25 have a place', { timeout: 60_000 }, async () => {
    const { accountId } = await startPlace(service)
    const other = await openTestService(system.stack)
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const envelope = command(
          'ReserveReferralReward',
          SCHEDULER,
          { referralId: newId(), maxRewardsPerYear: 25 },
          { id: accountId, internal: true },
        )
        return settle(() => (index % 2 === 0 ? service : other).handle(envelope))
      }),
    )
    await other.close()
    expect(await readTypes(service, `referrer-${accountId}`)).toEqual(
      Array(25).fill('ReferralRewardReserved'),
    )
  })
})

test('the address of an invitation is sealed in the log, and mailed once', async () => {
  const { accountId: referrer } = await startPlace(service)
  const email = 'owen.b@mail.example'
  const { id, state } = await invite(referrer, email)
  expect(state).toMatchObject({ email, emailHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  for await (const event of service.store.read(`referral-${id}`))
    expect(JSON.stringify(event.data)).not.toContain(email)
  const readMails = async () =>
    (
      await service.pool.query<{ count: number }>(
        `select count(*)::int as count from app.outbox where work::text like '%send-referral%' and instance = $1 and done_at is not null`,
        [id],
      )
    ).rows[0]?.count
  await work(movableClock(), async () => (await readMails()) === 1)
  expect(deriveReferralId(state.code)).toBe(id)
})
