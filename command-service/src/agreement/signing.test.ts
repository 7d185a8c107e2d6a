import type { AgreementEvent } from '@hearth/contracts/agreement'
import { describe, test } from 'vitest'
import { ADMIN, given, NOW, OWNER } from '../testing/given.ts'
import { agreement } from './agreement.decider.ts'
import {
  ACTIVE,
  CERTIFIED,
  DOC,
  LISTING,
  SENT,
  SENT_TO_TWO,
  consent,
  consented,
  countersign,
  evidence,
  facts,
  of,
  sign,
  signed,
  situation,
  view,
  viewed,
} from './testing/agreementHistory.ts'

describe('signing', () => {
  test('is refused before the document was read to its end and consented to', () => {
    given(agreement, ...SENT)
      .when(sign(), situation)
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'NOT_READ' }] })
    given(agreement, ...SENT, { ...viewed, data: { ...viewed.data, scrolledToEnd: false } } as AgreementEvent)
      .when(sign(), situation)
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'NOT_READ' }] })
    given(agreement, ...SENT, viewed)
      .when(sign(), situation)
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'NO_CONSENT' }] })
  })
  test('records evidence and both hashes', () => {
    given(agreement, ...SENT)
      .when(view(), situation)
      .thenEvents({ type: 'AgreementViewed', data: { evidence, scrolledToEnd: true, documentSha256: DOC } })
    given(agreement, ...SENT, viewed)
      .when(consent, situation)
      .thenEvents({ type: 'EsignConsentGiven', data: { evidence } })
    given(agreement, ...SENT, viewed, consented)
      .when(sign('  ada   BYRON '), situation)
      .thenEvents({
        type: 'AgreementSigned',
        data: { evidence, documentSha256: DOC, signedSha256: CERTIFIED, complete: true },
      })
  })
  test('accepts only the signer’s own name', () =>
    given(agreement, ...SENT, viewed, consented)
      .when(sign('Ada Lovelace'), situation)
      .thenRefused('VALIDATION_FAILED', {
        errors: [{ pointer: '/typedName', detail: 'must be your name as in the agreement: Ada Byron' }],
      }))
  test('a changed document cannot be signed, and neither can a changed file', () => {
    given(agreement, ...SENT, viewed, consented)
      .when(sign('Ada Byron', CERTIFIED), situation)
      .thenRefused('VERSION_CONFLICT', { documentSha256: DOC })
    given(agreement, ...SENT, viewed, consented)
      .when(sign(), { ...situation, facts: { ...facts, fileWhole: false } })
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'FILE_CHANGED' }] })
    given(agreement, ...SENT)
      .when(view(true, CERTIFIED), situation)
      .thenRefused('VERSION_CONFLICT')
  })
  test('views and consents do not carry over to a new document', () =>
    given(agreement, ...SENT, viewed, consented, ...SENT)
      .when(sign(), situation)
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'NOT_READ' }] }))
  test('is complete with the last signature', () => {
    given(agreement, ...SENT_TO_TWO, viewed, consented)
      .when(sign(), situation)
      .thenEvents({ type: 'AgreementSigned', data: { complete: false } })
    const bob = { ...situation, actor: { ...OWNER, id: 'bob' } }
    const byBob = (event: AgreementEvent) =>
      ({ ...event, data: { ...event.data, userId: 'bob' } }) as AgreementEvent
    given(agreement, ...SENT_TO_TWO, viewed, consented, signed(false), byBob(viewed), byBob(consented))
      .when(sign('Bob Noyce'), bob)
      .thenEvents({ type: 'AgreementSigned', data: { complete: true } })
    given(agreement, ...SENT_TO_TWO, viewed, consented, signed(false))
      .when(sign(), situation)
      .thenRefused('ALREADY_DECIDED')
  })
  test('is for named signers, before the expiry', () => {
    given(agreement, ...SENT)
      .when(view(), { ...situation, actor: { ...OWNER, id: 'bob' } })
      .thenRefused('FORBIDDEN')
    given(agreement, ...SENT, viewed, consented)
      .when(sign(), { ...situation, now: '2026-07-12T13:41:59.999Z' })
      .thenEvents({ type: 'AgreementSigned' })
    given(agreement, ...SENT, viewed, consented)
      .when(sign(), { ...situation, now: '2026-07-12T13:42:00.000Z' })
      .thenRefused('WINDOW_CLOSED')
    given(agreement, ...SENT, {
      type: 'AgreementDeclined',
      data: { ...of, userId: 'owner', reason: 'Too long' },
    })
      .when(sign(), situation)
      .thenRefused('INVALID_TRANSITION')
    given(agreement).when(sign(), situation).thenRefused('NOT_FOUND')
  })
  test('the wording of the consent must be current', () =>
    given(agreement, ...SENT)
      .when(
        { type: 'GiveEsignConsent', data: { consentTextVersion: '2020-01', documentSha256: DOC } },
        situation,
      )
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/consentTextVersion' }] }))
  test('the same command again adds no event', () => {
    given(agreement, ...SENT, viewed)
      .when(view(), situation)
      .thenNothing()
    given(agreement, ...SENT, viewed, consented)
      .when(consent, situation)
      .thenNothing()
  })
})

describe('Hearth’s signature, declining, voiding', () => {
  test('Hearth’s signature comes last and makes it binding', () => {
    given(agreement, ...SENT, viewed, consented)
      .when(countersign, { ...situation, actor: ADMIN })
      .thenRefused('INVALID_TRANSITION')
    given(agreement, ...SENT, viewed, consented, signed(true))
      .when(countersign, { ...situation, actor: ADMIN })
      .thenEvents({ type: 'AgreementCountersigned', data: { name: 'Joan', signedSha256: CERTIFIED } })
    given(agreement, ...ACTIVE)
      .when(countersign, { ...situation, actor: ADMIN })
      .thenRefused('ALREADY_DECIDED')
  })
  test('a signer declines with a reason', () =>
    given(agreement, ...SENT)
      .when({ type: 'DeclineAgreement', data: { reason: 'We sell the house' } }, situation)
      .thenEvents({ type: 'AgreementDeclined' }))
  test('an agreement in force can’t be voided', () => {
    const voiding = { type: 'VoidAgreement', data: { reason: 'A name is wrong' } } as const
    given(agreement, ...SENT, viewed, consented, signed(true))
      .when(voiding, situation)
      .thenEvents({ type: 'AgreementVoided' })
    given(agreement, ...ACTIVE)
      .when(voiding, situation)
      .thenRefused('INVALID_TRANSITION')
  })
  test('expires, unless it was sent again since', () => {
    const expire = (sentAt: string) =>
      ({ type: 'ExpireAgreement', data: { listingId: LISTING, sentAt } }) as const
    given(agreement, ...SENT)
      .when(expire(NOW), situation)
      .thenEvents({ type: 'AgreementExpired' })
    given(agreement, ...SENT)
      .when(expire('2026-06-01T00:00:00.000Z'), situation)
      .thenNothing()
    given(agreement, ...SENT, viewed, consented, signed(true))
      .when(expire(NOW), situation)
      .thenNothing()
  })
})
