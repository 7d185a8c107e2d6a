import type { AgreementEvent, AgreementTerms } from '@hearth/contracts/agreement'
import { describe, expect, test } from 'vitest'
import { ADMIN, given } from '../testing/given.ts'
import { agreement } from './agreement.decider.ts'
import {
  ACTIVE,
  CERTIFIED,
  DOC,
  LISTING,
  SENT,
  generated,
  of,
  situation,
  terms,
} from './testing/agreementHistory.ts'

describe('amendments and the end', () => {
  const cheaper: AgreementTerms = { ...terms, feeBps: 1_200 }
  const proposed: AgreementEvent = {
    type: 'AmendmentProposed',
    data: {
      ...of,
      amendmentId: 'am',
      terms: cheaper,
      reason: 'You rent out more',
      documentSha256: CERTIFIED,
      expiresAt: '2026-07-12T13:42:00.000Z',
    },
  }
  const accepting = (typedName = 'Ada Byron', documentSha256 = CERTIFIED) =>
    ({ type: 'AcceptAmendment', data: { typedName, intentChecked: true, documentSha256 } }) as const
  const notice = (effectiveOn: string) =>
    ({ type: 'GiveNotice', data: { effectiveOn, reason: 'We move back in' } }) as const

  test('bind once every signer has accepted', () => {
    given(agreement, ...ACTIVE)
      .when(
        { type: 'ProposeAmendment', data: { terms: cheaper, reason: 'You rent out more' } },
        { ...situation, actor: ADMIN },
      )
      .thenEvents({ type: 'AmendmentProposed', data: { documentSha256: CERTIFIED } })
    given(agreement, ...ACTIVE, proposed)
      .when(accepting(), situation)
      .thenEvents({ type: 'AmendmentAccepted' }, { type: 'AgreementAmended', data: { terms: cheaper } })
    given(agreement, ...ACTIVE, proposed)
      .when(accepting('Ada Byron', DOC), situation)
      .thenRefused('VERSION_CONFLICT')
    given(agreement, ...ACTIVE, proposed)
      .when({ type: 'DeclineAmendment', data: { reason: 'Not for us, thanks' } }, situation)
      .thenEvents({ type: 'AmendmentDeclined' })
    given(agreement, ...ACTIVE)
      .when(accepting(), situation)
      .thenRefused('INVALID_TRANSITION')
    given(agreement, ...ACTIVE)
      .when(
        { type: 'ProposeAmendment', data: { terms, reason: 'The very same' } },
        { ...situation, actor: ADMIN },
      )
      .thenRefused('VALIDATION_FAILED')
  })
  test('notice takes thirty days, that day included', () => {
    given(agreement, ...ACTIVE)
      .when(notice('2026-07-11'), situation)
      .thenRefused('VALIDATION_FAILED', {
        errors: [
          {
            pointer: '/effectiveOn',
            detail: 'must be 2026-07-12 or later, because the notice period is 30 days',
          },
        ],
      })
    given(agreement, ...ACTIVE)
      .when(notice('2026-07-12'), situation)
      .thenEvents({ type: 'AgreementNoticeGiven', data: { by: 'host', effectiveOn: '2026-07-12' } })
    given(agreement, ...SENT)
      .when(notice('2026-07-12'), situation)
      .thenRefused('INVALID_TRANSITION')
  })
  test('a term that is not renewed ends as if notice had been given', () => {
    const once: AgreementEvent[] = [
      { ...generated, data: { ...generated.data, terms: { ...terms, autoRenew: false } } } as AgreementEvent,
      ...ACTIVE.slice(1),
    ]
    const endTerm = { type: 'EndTerm', data: { listingId: LISTING, effectiveOn: '2027-06-12' } } as const
    const decision = given(agreement, ...once)
      .when(endTerm, situation)
      .thenEvents({ type: 'AgreementNoticeGiven', data: { by: 'term', effectiveOn: '2027-06-12' } })
    expect(decision?.ok).toBe(true)
    given(agreement, ...once)
      .when({ ...endTerm, data: { ...endTerm.data, effectiveOn: '2027-05-12' } }, situation)
      .thenNothing()
    given(agreement, ...ACTIVE)
      .when(endTerm, situation)
      .thenNothing()
    given(agreement, ...once, {
      type: 'AgreementNoticeGiven',
      data: { ...of, by: 'host', effectiveOn: '2026-10-01', reason: 'We move back in' },
    })
      .when(endTerm, situation)
      .thenNothing()
    given(agreement, ...once)
      .when(notice('2027-06-12'), situation)
      .thenEvents({ type: 'AgreementNoticeGiven', data: { by: 'host' } })
    given(agreement, ...once)
      .when(notice('2027-06-13'), situation)
      .thenRefused('VALIDATION_FAILED', {
        errors: [
          {
            pointer: '/effectiveOn',
            detail: 'must be 2027-06-12 or earlier, because the agreement ends then',
          },
        ],
      })
    given(agreement, ...once)
      .when(notice('2027-06-20'), { ...situation, now: '2027-05-20T08:00:00.000Z' })
      .thenRefused('INVALID_TRANSITION')
  })
  test('ends at the end of its term', () => {
    const given30: AgreementEvent = {
      type: 'AgreementNoticeGiven',
      data: { ...of, by: 'host', effectiveOn: '2026-07-12', reason: 'We move back in' },
    }
    const end = {
      type: 'TerminateAgreement',
      data: { listingId: LISTING, effectiveOn: '2026-07-12' },
    } as const
    const decision = given(agreement, ...ACTIVE, given30)
      .when(end, situation)
      .thenEvents({ type: 'AgreementTerminated' })
    expect(decision?.ok).toBe(true)
    given(agreement, ...ACTIVE)
      .when(end, situation)
      .thenNothing()
  })
})
