import type { Principal } from '@hearth/platform/session/principal'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import {
  accepted,
  command,
  openTestService,
  PEOPLE,
  readTypes,
  rejected,
  type TestService,
} from '../testing/fixture.ts'
import { openPlace } from '../testing/place.ts'
import { reimbursementFold } from './reimbursement.state.ts'
import {
  bookPastStay,
  decide,
  fileClaim,
  openFiledClaim,
  respond,
  reviewer,
  type Filed,
} from './testing/filedClaims.ts'

const REVIEWERS = Array.from({ length: 100 }, (_, index) => reviewer(`reviewer-${index}`))
const CLAIMS = 4
const WAIT_MS = 180_000

let stack: TestStack
let service: TestService
beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack)
})
afterAll(async () => {
  await service?.close()
  await stack?.stop()
})

const isDone = ({ kind }: Outcome) => kind !== 'rejected'
const send = async (envelope: Envelope) => accepted(await service.handle(envelope))

/** Each reviewer sends the command for each claim, all at the same moment. Returns how many were accepted. */
const all = async (claims: readonly Filed[], build: (claim: Filed, by: Principal) => Envelope) => {
  const outcomes = await Promise.all(
    claims.flatMap((claim) => REVIEWERS.map((by) => service.handle(build(claim, by)))),
  )
  return outcomes.filter(isDone).length
}

const readState = async ({ claimId }: Filed) => {
  const { state } = await service.handler.view(reimbursementFold, claimId, 0)
  if (state.status === 'none') throw new Error('The claim exists')
  return state
}

/** Everyone approves what they see. */
const approveAll = async (claims: readonly Filed[]) => {
  const seen = new Map<string, bigint>()
  for (const { claimId } of claims)
    seen.set(claimId, (await service.handler.view(reimbursementFold, claimId, 0)).revision)
  return all(claims, ({ claimId }, by) => {
    const expected = seen.get(claimId) ?? 0n
    return command('ApproveReimbursementDecision', by, {}, { id: claimId, expected })
  })
}

test(
  '100 reviewers at the same moment: two people for each approval, others for each appeal',
  { timeout: WAIT_MS },
  async () => {
    const claims: Filed[] = []
    for (let count = 0; count < CLAIMS; count++) {
      const claim = await openFiledClaim(service, [500_000])
      await send(respond(claim, []))
      claims.push(claim)
    }
    expect(await all(claims, (claim, by) => decide(claim, by, 300_000, 'above_market_quote'))).toBe(CLAIMS)
    expect(await approveAll(claims)).toBe(CLAIMS)
    for (const { claimId, accountId } of claims) {
      const grounds = 'The door was new, see the invoice of last week.'
      await send(command('AppealReimbursement', PEOPLE.owner(accountId), { grounds }, { id: claimId }))
    }
    expect(await all(claims, (claim, by) => decide(claim, by, 500_000))).toBe(CLAIMS)
    expect(await approveAll(claims)).toBe(CLAIMS)
    for (const claim of claims) {
      const { decisions, status } = await readState(claim)
      expect(status).toBe('decided_final')
      const [first, second] = decisions.map(({ by, approvedBy }) => [by, approvedBy])
      // Four decisions by four people.
      expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe(4)
      expect(decisions.map(({ payableMinor }) => payableMinor)).toEqual([300_000, 200_000])
    }
  },
)

test('of 20 claims that are drafted for one stay at the same moment, one is', async () => {
  const place = await openPlace(service)
  const bookingId = await bookPastStay(service, place)
  const owner = PEOPLE.owner(place.accountId)
  const drafted = { kind: 'damage', listingId: place.listingId, bookingId, incidentId: null, after: null }
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => service.handle(command('DraftReimbursement', owner, drafted))),
  )
  const [first] = outcomes.flatMap((outcome) => (outcome.kind === 'rejected' ? [] : [outcome.id]))
  expect(outcomes.filter(isDone)).toHaveLength(1)
  expect(
    new Set(outcomes.filter((outcome) => !isDone(outcome)).map((outcome) => rejected(outcome).code)),
  ).toEqual(new Set(['DUPLICATE']))
  await send(command('WithdrawReimbursement', owner, {}, { id: first ?? '' }))
  const { claimId } = await fileClaim(service, place, bookingId, [10_000])
  expect(claimId).not.toBe(first)
  expect(await readTypes(service, `reimbursement-${claimId}`)).toContain('ReimbursementSubmitted')
})
