import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Actor } from '@hearth/contracts/kernel/message'
import { describe, expect, test } from 'vitest'
import type { Decision } from '../runtime/decider.ts'
import { ADMIN, GATEWAY, SCHEDULER } from '../testing/given.ts'
import {
  byStaff,
  decision,
  drafted,
  facts,
  draftOf,
  FILED,
  FINANCE,
  openClaim,
  send,
  stayed,
  submitted,
  SUPPORT,
  tv,
  underReview,
  type TestClaim,
} from './testing/claims.ts'

const WINDOW_END = '2026-07-29T15:00:00.000Z'
const GUEST_BY = '2026-07-19T13:20:00.000Z'
const at = (now: string, actor: Actor = SCHEDULER) => ({ now, actor })
const typesOf = (decided: Decision) => (decided.ok ? decided.events.map(({ type }) => type) : decided.code)
const dataOf = (decided: Decision) => (decided.ok ? decided.events.at(-1)?.data : decided)
const costly = { description: 'A piano', category: 'structure', claimedMinor: 250_000 }

describe('a draft', () => {
  test('names its stay, its window and its terms', () => {
    expect(dataOf(openClaim().decide(draftOf()))).toMatchObject({
      code: expect.stringMatching(/^CL-[0-9A-Z]{8}$/),
      stay: { checkOut: '2026-07-15', cleaningMinor: 12_000 },
      currency: 'USD',
      closesAt: WINDOW_END,
      terms: { guestHours: 72 },
    })
  })

  test.each([
    ['before the stay has begun', { now: '2026-07-10T18:59:59.999Z' }, 'PRECONDITION_FAILED'],
    ['at the end of the window', { now: WINDOW_END }, 'WINDOW_CLOSED'],
    [
      'for a stay that was cancelled',
      { facts: { booking: stayed({ status: 'cancelled' }) } },
      'PRECONDITION_FAILED',
    ],
    ['for another listing’s booking', { facts: { booking: null } }, 'VALIDATION_FAILED'],
    ['while another is open', { facts: { previous: 'open' } }, 'DUPLICATE'],
    ['after a claim for another stay', { facts: { previous: 'unknown' } }, 'VALIDATION_FAILED'],
    ['after an incident of another stay', { facts: { isIncidentKnown: false } }, 'VALIDATION_FAILED'],
    ['for an unknown listing', { facts: { listing: null } }, 'NOT_FOUND'],
  ] as const)('is refused %s', (_, situation, code) =>
    expect(openClaim().decide(draftOf(), situation)).toMatchObject({ code }),
  )

  test('is possible in the last millisecond, and during the stay', () => {
    expect(openClaim().decide(draftOf(), { now: '2026-07-29T14:59:59.999Z' }).ok).toBe(true)
    expect(openClaim().decide(draftOf(), { now: '2026-07-12T10:00:00.000Z' }).ok).toBe(true)
  })

  test('of an expense needs no stay and has no window', () => {
    expect(dataOf(openClaim().decide(draftOf('expense'), { facts: { booking: null } }))).toMatchObject({
      stay: null,
      closesAt: null,
    })
  })

  test('is expired by the clock at the end of its window, once', () => {
    const expire = send('ExpireReimbursement', { closesAt: WINDOW_END })
    const claim = drafted()
    expect(claim.decide(expire, at('2026-07-29T14:59:59.999Z'))).toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    expect(typesOf(claim.decide(expire, at(WINDOW_END)))).toEqual(['ReimbursementExpired'])
    expect(typesOf(submitted().decide(expire, at(WINDOW_END)))).toEqual([])
  })
})

describe('an item', () => {
  test('is changed and removed, with its evidence', () => {
    const claim = drafted([tv, { ...tv, description: 'A lamp' }])
    const [first = '', second = ''] = claim.itemIds
    claim.run(send('ChangeReimbursementItem', { ...tv, itemId: first, claimedMinor: 50_000 }))
    claim.run(send('RemoveReimbursementItem', { itemId: second }))
    expect(claim.state).toMatchObject({ items: [{ itemId: first, claimedMinor: 50_000 }] })
    expect(claim.state).toMatchObject({ evidence: [{ itemId: first }, { itemId: first }, { itemId: first }] })
  })

  test.each([
    ['bought after the stay', { ...tv, purchasedOn: '2026-07-16' }, '/purchasedOn'],
    [
      'with lost bookings that is no lost income',
      { ...tv, lostBookingIds: [deriveId('b')] },
      '/lostBookingIds',
    ],
  ])('%s is refused at its field', (_, item, pointer) =>
    expect(drafted().decide(send('AddReimbursementItem', item))).toMatchObject({
      code: 'VALIDATION_FAILED',
      facts: { errors: [{ pointer }] },
    }),
  )

  test('of lost income keeps what its bookings would have brought', () => {
    const lost = { bookingId: deriveId('b'), code: 'HB-1', nights: 3, lostMinor: 60_000 }
    const item = {
      description: 'Lost stay',
      category: 'lost_income',
      claimedMinor: 60_000,
      lostBookingIds: [lost.bookingId],
    }
    const add = send('AddReimbursementItem', item)
    const claim = drafted().run(add, { facts: { lostBookings: [lost] } })
    expect(claim.state).toMatchObject({ items: [{}, { lostBookings: [lost] }] })
    expect(claim.decide(add, { facts: { lostBookings: [lost] } })).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    expect(claim.decide(add, { facts: { lostBookings: [undefined] } })).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })

  test('takes the 20th and refuses the 21st', () => {
    const claim = drafted(Array.from({ length: 20 }, () => tv))
    expect(claim.decide(send('AddReimbursementItem', tv))).toMatchObject({ code: 'LIMIT_EXCEEDED' })
  })

  test('cannot be changed once the claim was submitted', () => {
    expect(submitted().decide(send('AddReimbursementItem', tv))).toMatchObject({ code: 'INVALID_TRANSITION' })
  })
})

describe('evidence', () => {
  test('that is not an accepted file of the claim, or is attached, is refused', () => {
    const claim = drafted()
    const attach = send('AttachReimbursementEvidence', { fileId: deriveId('x'), kind: 'other' })
    expect(claim.decide(attach, { facts: { file: undefined } })).toMatchObject({ code: 'VALIDATION_FAILED' })
    claim.run(attach)
    expect(claim.decide(attach)).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('that is a video stands in for no photo and no paper', () => {
    const file = { ...facts().file!, type: 'video/mp4' as const, width: null, height: null }
    const attach = (kind: string) =>
      drafted().decide(send('AttachReimbursementEvidence', { fileId: file.fileId, kind }), {
        facts: { file },
      })
    for (const kind of ['photo_after', 'photo_before', 'receipt'])
      expect(attach(kind)).toMatchObject({
        code: 'VALIDATION_FAILED',
        facts: { errors: [{ pointer: '/kind' }] },
      })
    expect(dataOf(attach('other'))).toMatchObject({ evidence: { type: 'video/mp4', kind: 'other' } })
  })

  test('that is a document is no photo', () => {
    const file = { ...facts().file!, type: 'application/pdf' as const, width: null, height: null }
    const attach = send('AttachReimbursementEvidence', { fileId: file.fileId, kind: 'photo_before' })
    expect(drafted().decide(attach, { facts: { file } })).toMatchObject({
      code: 'VALIDATION_FAILED',
      facts: { errors: [{ pointer: '/kind' }] },
    })
  })
})

describe('submitting', () => {
  const submit = send('SubmitReimbursement')

  test('asks the guest for 72 hours, and staff from then on by business days', () => {
    // Thursday; the guest may answer until Sunday, so that Tuesday is the second business day.
    expect(dataOf(drafted().decide(submit))).toMatchObject({
      totalMinor: 60_000,
      guestBy: GUEST_BY,
      firstActionBy: '2026-07-21T21:00:00.000Z',
      decisionBy: '2026-07-31T21:00:00.000Z',
      flags: [],
    })
  })

  test('counts no holiday as a business day', () => {
    // The 3rd of July 2026 is a Friday; the 4th a Saturday on which banks have no holiday. Labor Day is 7 September.
    const claim = drafted([tv], 'expense')
    expect(dataOf(claim.decide(submit, { now: '2026-09-04T13:00:00.000Z' }))).toMatchObject({
      guestBy: null,
      firstActionBy: '2026-09-09T21:00:00.000Z',
    })
  })

  test('notes that the next guests had arrived, which bars nothing', () => {
    const late = { facts: { nextCheckIn: '2026-07-15T19:00:00.000Z' } }
    expect(dataOf(drafted().decide(submit, late))).toMatchObject({ flags: ['filed_after_next_check_in'] })
  })

  test.each([
    ['in the last millisecond', '2026-07-29T14:59:59.999Z', true],
    ['at the end of the window', WINDOW_END, false],
  ])('%s: %s', (_, now, ok) => expect(drafted().decide(submit, { now }).ok).toBe(ok))

  test('after the window says since when', () =>
    expect(drafted().decide(submit, { now: WINDOW_END })).toMatchObject({
      code: 'WINDOW_CLOSED',
      facts: { closedAt: WINDOW_END, rule: 'submit' },
    }))

  test('is refused before the check-out, and without items', () => {
    const now = '2026-07-15T14:59:59.999Z'
    expect(drafted().decide(submit, { now })).toMatchObject({ facts: { rule: 'before_check_out' } })
    expect(openClaim().run(draftOf()).decide(submit)).toMatchObject({ facts: { rule: 'no_items' } })
  })

  test('names each item that lacks evidence', () => {
    const claim = drafted().run(send('AddReimbursementItem', tv))
    expect(claim.decide(submit)).toMatchObject({
      code: 'EVIDENCE_REQUIRED',
      facts: {
        errors: [{ pointer: '/items/1' }, { pointer: '/items/1' }],
        missing: [{ missing: 'photo' }, { missing: 'price' }],
      },
    })
  })

  test('above the cap is refused', () => {
    const piano = { ...costly, claimedMinor: 2_500_000 }
    expect(drafted([piano, piano]).decide(submit).ok).toBe(true)
    expect(drafted([piano, piano, { ...costly, claimedMinor: 1 }]).decide(submit)).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      facts: { limit: 5_000_000 },
    })
  })

  test('happens once', () => expect(submitted().decide(submit)).toMatchObject({ code: 'INVALID_TRANSITION' }))
})

describe('the guest', () => {
  const answer = (claim: TestClaim, acceptedItemIds: readonly string[], text: string | null = null) =>
    send('RecordGuestResponse', {
      acceptedItemIds: [...acceptedItemIds],
      text: text ?? (acceptedItemIds.length > 0 ? null : 'No, not us.'),
    })

  test('who agrees to some items leaves the rest to the review', () => {
    const claim = submitted([tv, tv])
    const decided = claim.decide(answer(claim, claim.itemIds.slice(0, 1)), at(FILED, GATEWAY))
    expect(dataOf(decided)).toMatchObject({
      all: false,
      amountMinor: 60_000,
      firstActionBy: '2026-07-20T21:00:00.000Z',
    })
  })

  test('who agrees to all of it is charged, and then the claim is decided without a review', () => {
    const claim = submitted()
    claim.run(answer(claim, claim.itemIds), at(FILED, GATEWAY))
    expect(claim.state).toMatchObject({ status: 'guest_accepted' })
    const charged = claim.decide(
      send('RecordReimbursementCharge', { version: 1, providerRef: 'ch_1' }),
      at(FILED),
    )
    expect(typesOf(charged)).toEqual(['ReimbursementGuestCharged', 'ReimbursementDecided'])
    expect(dataOf(charged)).toMatchObject({
      outcome: 'approved',
      totalMinor: 60_000,
      payableMinor: 60_000,
      appealBy: null,
    })
  })

  test('who agreed and could not be charged leaves the claim to the review', () => {
    const claim = submitted()
    claim.run(answer(claim, claim.itemIds), at(FILED, GATEWAY))
    claim.run(send('FailReimbursementCharge', { version: 1, failure: 'card_declined' }), at(FILED))
    expect(claim.state).toMatchObject({ status: 'under_review', decisions: [] })
  })

  test('is late at the very instant, and the clock takes over', () => {
    const claim = submitted()
    const late = claim.decide(answer(claim, []), at(GUEST_BY, GATEWAY))
    expect(late).toMatchObject({ code: 'WINDOW_CLOSED', facts: { closedAt: GUEST_BY } })
    expect(claim.decide(answer(claim, []), at('2026-07-19T13:19:59.999Z', GATEWAY)).ok).toBe(true)
    const end = send('EndGuestReview', { guestBy: GUEST_BY })
    expect(claim.decide(end, at('2026-07-19T13:19:59.999Z'))).toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect(dataOf(claim.decide(end, at(GUEST_BY)))).toMatchObject({
      firstActionBy: '2026-07-21T21:00:00.000Z',
    })
    expect(typesOf(underReview().decide(end, at(GUEST_BY)))).toEqual([])
  })

  test('cannot name items that the claim does not have, nor answer twice', () => {
    const claim = submitted()
    expect(claim.decide(answer(claim, [deriveId('other')]))).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(underReview().decide(answer(claim, []))).toMatchObject({ code: 'INVALID_TRANSITION' })
  })
})

describe('a review', () => {
  test('asks the host for 7 days, during which the time to decide stands still', () => {
    const claim = underReview()
    claim.run(send('RequestReimbursementInfo', { questions: ['When was it bought?'] }), byStaff(SUPPORT))
    expect(claim.state).toMatchObject({
      status: 'info_requested',
      info: { dueAt: '2026-07-23T13:20:00.000Z' },
    })
    expect(claim.decide(decision(claim, 'depreciated', 45_000), byStaff())).toMatchObject({
      code: 'INVALID_TRANSITION',
    })
    // Ten business days were left on the 16th; they are left on the 20th.
    const answered = claim.decide(send('ProvideReimbursementInfo', { answers: ['In July.'] }), {
      now: '2026-07-20T13:20:00.000Z',
    })
    expect(dataOf(answered)).toMatchObject({ decisionBy: '2026-08-03T21:00:00.000Z' })
  })

  test('goes on without an answer', () => {
    const claim = underReview()
    claim.run(send('RequestReimbursementInfo', { questions: ['When was it bought?'] }), byStaff())
    const dueAt = '2026-07-23T13:20:00.000Z'
    const answer = send('ProvideReimbursementInfo', { answers: ['In July.'] })
    expect(claim.decide(answer, { now: dueAt })).toMatchObject({ code: 'WINDOW_CLOSED' })
    expect(claim.decide(send('ProvideReimbursementInfo', { answers: ['a', 'b'] }))).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    claim.run(send('EndInfoRequest', { dueAt }), at(dueAt))
    expect(claim.state).toMatchObject({ status: 'under_review' })
  })

  test('that misses a deadline is recorded once', () => {
    const claim = underReview()
    const dueAt = '2026-07-20T21:00:00.000Z'
    const miss = send('MissReimbursementDeadline', { deadline: 'first_action', dueAt })
    expect(claim.decide(miss, at('2026-07-20T20:59:59.999Z'))).toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect(
      typesOf(claim.fork().run(send('StartReimbursementReview'), byStaff()).decide(miss, at(dueAt))),
    ).toEqual([])
    claim.run(miss, at(dueAt))
    expect(typesOf(claim.decide(miss, at(dueAt)))).toEqual([])
  })
})

describe('a decision', () => {
  test('approves what the formula gives, and can be appealed for 14 days', () => {
    const claim = underReview()
    expect(dataOf(claim.decide(decision(claim, 'depreciated', 45_000), byStaff(SUPPORT)))).toMatchObject({
      version: 1,
      totalMinor: 45_000,
      payableMinor: 45_000,
      outcome: 'partially_approved',
      approvedBy: null,
      appealBy: '2026-07-30T13:20:00.000Z',
      items: [{ formula: { ageMonths: 12, usefulLifeMonths: 48 } }],
    })
  })

  test.each([
    ['an amount that the rules do not give', 'depreciated', 45_001, '/items/0/approvedMinor'],
    ['more than the formula', 'approved_full', 60_000, '/items/0/reason'],
    ['a denial with an amount', 'no_evidence', 1, '/items/0/approvedMinor'],
  ])('with %s is refused', (_, reason, amount, pointer) => {
    const claim = underReview()
    expect(claim.decide(decision(claim, reason, amount), byStaff())).toMatchObject({
      code: 'VALIDATION_FAILED',
      facts: { errors: [{ pointer }] },
    })
  })

  test('decides every item, and no other', () => {
    const claim = underReview([tv, tv])
    const [first = ''] = claim.itemIds
    const one = { itemId: first, reason: 'depreciated', approvedMinor: 45_000 }
    for (const items of [[one], [one, one], [one, { ...one, itemId: deriveId('other') }]])
      expect(claim.decide(send('DecideReimbursement', { items }), byStaff())).toMatchObject({
        code: 'VALIDATION_FAILED',
      })
  })

  test('of wear needs photos to compare', () => {
    const claim = drafted()
    const before =
      claim.state.status === 'none'
        ? undefined
        : claim.state.evidence.find(({ kind }) => kind === 'photo_before')
    claim
      .run(send('RemoveReimbursementEvidence', { fileId: before?.fileId }))
      .run(send('SubmitReimbursement'))
    claim.run(send('RecordGuestResponse', { acceptedItemIds: [], text: 'Not us.' }), at(FILED, GATEWAY))
    expect(claim.decide(decision(claim, 'wear_and_tear', 0), byStaff())).toMatchObject({
      code: 'EVIDENCE_REQUIRED',
    })
    const compared = underReview()
    expect(dataOf(compared.decide(decision(compared, 'wear_and_tear', 0), byStaff()))).toMatchObject({
      outcome: 'denied',
    })
  })

  test('of 2,000.00 needs one person, above it two', () => {
    const exact = underReview([{ ...costly, claimedMinor: 200_000 }])
    expect(typesOf(exact.decide(decision(exact, 'approved_full', 200_000), byStaff()))).toEqual([
      'ReimbursementDecided',
    ])
    const above = underReview([{ ...costly, claimedMinor: 200_001 }])
    above.run(decision(above, 'approved_full', 200_001), byStaff(FINANCE))
    expect(above.state).toMatchObject({ status: 'under_review', decisions: [], proposal: { by: 'finance' } })
    const approve = send('ApproveReimbursementDecision')
    expect(above.decide(approve, byStaff(FINANCE))).toMatchObject({ code: 'FOUR_EYES_SAME_ACTOR' })
    expect(dataOf(above.decide(approve, byStaff(ADMIN)))).toMatchObject({
      by: 'finance',
      approvedBy: 'admin',
      outcome: 'approved',
    })
  })

  test('that was proposed can be returned, and not be decided past it', () => {
    const claim = underReview([costly])
    claim.run(decision(claim, 'approved_full', 250_000), byStaff(SUPPORT))
    expect(claim.decide(decision(claim, 'no_evidence', 0), byStaff(ADMIN))).toMatchObject({
      code: 'INVALID_TRANSITION',
    })
    claim.run(
      send('ReturnReimbursementDecision', { reason: 'The invoice is of another piano.' }),
      byStaff(ADMIN),
    )
    expect(claim.decide(send('ApproveReimbursementDecision'), byStaff(ADMIN))).toMatchObject({
      code: 'INVALID_TRANSITION',
    })
    expect(claim.decide(decision(claim, 'no_evidence', 0), byStaff(ADMIN)).ok).toBe(true)
  })

  test('happens once', () => {
    const claim = underReview()
    claim.run(decision(claim, 'depreciated', 45_000), byStaff())
    expect(claim.decide(decision(claim, 'depreciated', 45_000), byStaff(FINANCE))).toMatchObject({
      code: 'ALREADY_DECIDED',
    })
    expect(claim.decide(send('WithdrawReimbursement'))).toMatchObject({ code: 'ALREADY_DECIDED' })
  })
})

describe('an appeal', () => {
  const appeal = send('AppealReimbursement', { grounds: 'It was bought a year later, see the receipt.' })
  const appealBy = '2026-07-30T13:20:00.000Z'
  const decided = (items: readonly object[] = [costly]) => {
    const claim = underReview(items)
    return claim.run(
      decision(claim, 'above_market_quote', 150_000, { marketMinor: 150_000 }),
      byStaff(SUPPORT),
    )
  }

  test('is possible until the very instant, once', () => {
    const claim = decided()
    expect(claim.decide(appeal, { now: '2026-07-30T13:19:59.999Z' }).ok).toBe(true)
    expect(claim.decide(appeal, { now: appealBy })).toMatchObject({
      code: 'WINDOW_CLOSED',
      facts: { closedAt: appealBy },
    })
    expect(claim.run(appeal).decide(appeal)).toMatchObject({ code: 'INVALID_TRANSITION' })
  })

  test('is decided by people who took no part in the first decision, and pays the difference', () => {
    const claim = decided().run(appeal)
    const more = decision(claim, 'approved_full', 250_000)
    expect(claim.decide(send('StartReimbursementReview'), byStaff(SUPPORT))).toMatchObject({
      code: 'FOUR_EYES_SAME_ACTOR',
    })
    expect(claim.decide(more, byStaff(SUPPORT))).toMatchObject({ code: 'FOUR_EYES_SAME_ACTOR' })
    claim.run(more, byStaff(FINANCE))
    expect(claim.decide(send('ApproveReimbursementDecision'), byStaff(SUPPORT))).toMatchObject({
      code: 'FOUR_EYES_SAME_ACTOR',
    })
    expect(dataOf(claim.decide(send('ApproveReimbursementDecision'), byStaff(ADMIN)))).toMatchObject({
      version: 2,
      totalMinor: 250_000,
      payableMinor: 100_000,
    })
  })

  test('never takes away what was approved', () => {
    const claim = decided().run(appeal)
    expect(claim.decide(decision(claim, 'no_evidence', 0), byStaff(ADMIN))).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    const same = decision(claim, 'above_market_quote', 150_000, { marketMinor: 150_000 })
    expect(dataOf(claim.decide(same, byStaff(ADMIN)))).toMatchObject({
      payableMinor: 0,
      outcome: 'partially_approved',
    })
  })

  test('of a claim that was approved in full is refused', () => {
    const claim = underReview([{ ...costly, claimedMinor: 100_000 }])
    claim.run(decision(claim, 'approved_full', 100_000), byStaff())
    expect(claim.decide(appeal)).toMatchObject({ code: 'INVALID_TRANSITION' })
  })

  test('that was not made closes the claim', () => {
    const close = send('CloseReimbursement')
    const claim = decided()
    expect(claim.decide(close, at('2026-07-30T13:19:59.999Z'))).toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect(claim.run(close, at(appealBy)).state).toMatchObject({ status: 'closed' })
    expect(typesOf(claim.decide(close, at(appealBy)))).toEqual([])
  })
})

describe('the money of a decision', () => {
  test('is recorded once, also after the claim was closed', () => {
    const claim = underReview()
    claim.run(decision(claim, 'depreciated', 45_000), byStaff())
    const paid = send('RecordReimbursementPayment', { version: 1, entryId: deriveId('entry') })
    const charged = send('RecordReimbursementCharge', { version: 1, providerRef: 'ch_1' })
    claim.run(send('CloseReimbursement'), at('2026-07-30T13:20:00.000Z'))
    expect(dataOf(claim.decide(paid, at(FILED)))).toMatchObject({ amountMinor: 45_000 })
    expect(typesOf(claim.run(paid, at(FILED)).decide(paid, at(FILED)))).toEqual([])
    expect(typesOf(claim.run(charged, at(FILED)).decide(charged, at(FILED)))).toEqual([])
    expect(
      typesOf(claim.decide(send('FailReimbursementCharge', { version: 1, failure: 'x' }), at(FILED))),
    ).toEqual([])
  })

  test('of an expense is not charged to a guest', () => {
    const claim = submitted([tv], 'expense')
    claim.run(decision(claim, 'depreciated', 45_000), byStaff())
    expect(
      typesOf(
        claim.decide(send('RecordReimbursementCharge', { version: 1, providerRef: 'ch_1' }), at(FILED)),
      ),
    ).toEqual([])
  })
})
