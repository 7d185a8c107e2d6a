import {
  methodFor,
  type PayoutAccount,
  type PayoutAccountCommand,
  type PayoutAccountEvent,
} from '@hearth/contracts/payout-account'
import { addHours, hoursBetween, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolveBy, type Decision } from '../runtime/decider.ts'
import { OWNER } from '../testing/given.ts'
import { payoutAccount } from './payoutAccount.decider.ts'

const START = '2026-06-01T00:00:00.000Z'
const ACCOUNT = deriveId('test', 'account')
const LISTINGS = ['1', '2'].map((name) => deriveId('test', 'listing', name)) as [string, string]

/**
 * What is tried, at methods in the order in which they were added; after how many hours; and whether money is
 * owed by then.
 */
type Step = Readonly<{
  act:
    | 'add'
    | 'deposits'
    | 'verify'
    | 'wrong'
    | 'confirm'
    | 'default'
    | 'route'
    | 'unroute'
    | 'remove'
    | 'break'
    | 'mend'
  nth: number
  listing: number
  hours: number
  owed: boolean
  known: boolean
}>
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'add',
    'add',
    'deposits',
    'deposits',
    'verify',
    'verify',
    'verify',
    'wrong',
    'confirm',
    'default',
    'default',
    'default',
    'route',
    'unroute',
    'remove',
    'break',
    'mend',
  ),
  nth: fc.nat(4),
  listing: fc.nat(1),
  hours: fc.constantFrom(0, 0, 1, 10, 30, 71.999, 80),
  owed: fc.boolean(),
  known: fc.boolean(),
})

type World = {
  account: PayoutAccount
  added: { id: string; at: Instant; first: boolean }[]
  verifiedOnce: boolean
  now: Instant
}

const createCommand = (
  { act, nth, listing, known }: Step,
  { added, account }: World,
): PayoutAccountCommand => {
  const methodId = added[nth % Math.max(1, added.length)]?.id ?? ACCOUNT
  const listingId = LISTINGS[listing % 2] ?? ''
  const why = 'Staff decided so.'
  switch (act) {
    case 'add':
      return {
        type: 'AddPayoutMethod',
        data: {
          currency: 'EUR',
          holderName: known ? 'Vale Stays' : 'Another Holder',
          bankName: null,
          bank: { type: 'sepa', iban: 'DE89370400440532013000' },
        },
      }
    case 'deposits':
      return { type: 'RecordMicroDeposits', data: { methodId, outcome: 'sent' } }
    case 'verify':
      return { type: 'VerifyPayoutMethod', data: { methodId, firstMinor: 3, secondMinor: 7 } }
    case 'wrong':
      return { type: 'VerifyPayoutMethod', data: { methodId, firstMinor: 1, secondMinor: 1 } }
    case 'confirm':
      return { type: 'ConfirmHolderName', data: { methodId, why } }
    case 'default':
      return { type: 'SetDefaultMethod', data: { methodId } }
    case 'route':
      return { type: 'SetRouting', data: { listingId, methodId } }
    case 'unroute':
      return { type: 'SetRouting', data: { listingId, methodId: null } }
    case 'remove':
      return { type: 'RemovePayoutMethod', data: { methodId } }
    case 'break':
      return { type: 'PlaceHold', data: { reason: 'method_error', methodId, until: null, whatToDo: null } }
    case 'mend':
      return { type: 'ReleaseHold', data: { holdId: Object.keys(account.holds)[0] ?? ACCOUNT, why } }
  }
}

/**
 * One command decided and folded; what the test itself remembers of it does not come from the account's own
 * dates.
 */
const take = (world: World, number: number, action: Step): void => {
  world.now = addHours(world.now, action.hours)
  const { type, data } = createCommand(action, world)
  const commandId = deriveId('test', 'command', String(number))
  const facts = {
    legalName: 'Vale Stays',
    unsettled: action.owed ? ['EUR'] : [],
    listingCurrency: 'EUR',
    deposits: [3, 7],
    sharing: [],
  } as const
  const ctx = {
    now: world.now,
    recordedAt: world.now,
    actor: OWNER,
    tenantId: ACCOUNT,
    id: ACCOUNT,
    targetId: ACCOUNT,
    commandId,
    facts,
    idFor: (label: string) => deriveId('id', commandId, label),
  }
  const decision: Decision = payoutAccount.decide[type](data as never, world.account, ctx)
  if (!decision.ok) return
  for (const event of decision.events as readonly PayoutAccountEvent[]) {
    if (event.type === 'PayoutMethodAdded') {
      const alone = Object.keys(world.account.methods).length === 0 && !world.verifiedOnce && !action.owed
      world.added.push({ id: event.data.methodId, at: world.now, first: alone })
    }
    if (event.type === 'PayoutMethodVerified') world.verifiedOnce = true
    world.account = evolveBy(payoutAccount, world.account, event, world.now)
  }
}

const everywhere = (account: PayoutAccount, now: Instant) =>
  [null, ...LISTINGS].map((listingId) => methodFor(account, 'EUR', listingId, now))
/** Most begin with a bank account that works. */
const stories = fc
  .tuple(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), fc.boolean(), fc.boolean())
  .map(([steps, works, owed]) => [
    ...(works
      ? (['add', 'deposits', 'verify'] as const).map((act): Step => ({
          act,
          nth: 0,
          listing: 0,
          hours: 1,
          owed,
          known: true,
        }))
      : []),
    ...steps,
  ])
const opened = (): World => ({ account: payoutAccount.initial, added: [], verifiedOnce: false, now: START })

test(
  'no history pays a bank account in its first 72 hours, except the first one of a settled account',
  { timeout: 60_000 },
  () => {
    const seen = { paid: 0, cooling: 0, old: 0 }
    fc.assert(
      fc.property(
        stories,
        fc.array(fc.constantFrom(0, 0.5, 24, 71.999, 72, 100), { maxLength: 3 }),
        (steps, later) => {
          const world = opened()
          for (const [number, action] of steps.entries()) {
            take(world, number, action)
            for (const now of [world.now, ...later.map((hours) => addHours(world.now, hours))]) {
              for (const choice of everywhere(world.account, now)) {
                if (choice.kind === 'hold') {
                  seen.cooling += choice.reason === 'cooling_period' ? 1 : 0
                  continue
                }
                seen.paid += 1
                const { methodId } = choice.method
                const added = world.added.find(({ id }) => id === methodId)
                if (added === undefined) throw new Error('A bank account that was never added is paid')
                if (!added.first) expect(hoursBetween(added.at, now)).toBeGreaterThanOrEqual(72)
                seen.old += world.account.defaults['EUR']?.at(-1) === methodId ? 0 : 1
              }
            }
          }
        },
      ),
      { numRuns: 1_000 },
    )
    // Else the test has gone blind.
    expect(Math.min(seen.paid, seen.cooling, seen.old)).toBeGreaterThan(50)
  },
)

test(
  'choosing another bank account never leaves a host without one, and waits until it can be paid',
  { timeout: 60_000 },
  () => {
    let changes = 0
    fc.assert(
      fc.property(stories, (steps) => {
        const world = opened()
        for (const [number, action] of steps.entries()) {
          const before = { account: world.account, now: addHours(world.now, action.hours) }
          take(world, number, action)
          if (
            world.account === before.account ||
            !['default', 'route', 'unroute', 'add', 'verify'].includes(action.act)
          )
            continue
          const then = everywhere(before.account, before.now)
          for (const [index, choice] of everywhere(world.account, world.now).entries()) {
            const was = then[index]
            if (was?.kind !== 'method') continue
            changes += 1
            // Back to a default that is broken, or that was removed while no other could take its place: that
            // is what they chose.
            if (choice.kind === 'hold')
              expect([
                ['unroute', 'method_error'],
                ['unroute', 'method_unverified'],
              ]).toContainEqual([action.act, choice.reason])
            if (choice.kind === 'method')
              expect(
                choice.method.methodId === was.method.methodId || choice.method.usableFrom <= world.now,
              ).toBe(true)
          }
        }
      }),
      { numRuns: 1_000 },
    )
    expect(changes).toBeGreaterThan(500)
  },
)
