import { describe, test } from 'vitest'
import { ADMIN, given } from '../testing/given.ts'
import { agreement } from './agreement.decider.ts'
import type { AgreementFacts } from './agreement.facts.ts'
import {
  ACTIVE,
  CERTIFIED,
  LISTING,
  SENT,
  SENT_TO_TWO,
  ada,
  consented,
  draft,
  facts,
  generate,
  merge,
  signed,
  situation,
  terms,
  viewed,
} from './testing/agreementHistory.ts'

describe('generating a document', () => {
  test('names the signers and expires after thirty days', () =>
    given(agreement)
      .when(generate(), { ...situation, tenantId: 'tenant' })
      .thenEvents(
        { type: 'AgreementGenerated', data: { documentSha256: CERTIFIED, terms, merge } },
        { type: 'AgreementSignerNamed', data: ada },
        { type: 'AgreementSent', data: { expiresAt: '2026-07-12T13:42:00.000Z' } },
      ))
  test('names the missing steps', () => {
    const unmet = [{ code: 'STEP_OPEN', message: 'The basics come first', fixRoute: '/x' }]
    given(agreement)
      .when(generate(), { ...situation, facts: { ...facts, draft: { kind: 'unmet', unmet } } })
      .thenRefused('PRECONDITION_FAILED', { unmet })
  })
  test('only staff offer other terms, in the listing’s currency', () => {
    given(agreement).when(generate({ terms }), situation).thenRefused('FORBIDDEN')
    given(agreement)
      .when(generate({ terms }), { ...situation, actor: ADMIN })
      .thenEvents({ type: 'AgreementGenerated' }, { type: 'AgreementSignerNamed' }, { type: 'AgreementSent' })
    given(agreement)
      .when(generate({ terms: { ...terms, currency: 'EUR' } }), { ...situation, actor: ADMIN })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/terms/currency' }] })
  })
  test('takes the fee basis and the cleaning fee’s recipient from the fee model', () => {
    const byStaff = { ...situation, actor: ADMIN }
    given(agreement)
      .when(generate({ terms: { ...terms, feeBase: 'nights' } }), byStaff)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/terms/feeBase' }] })
    given(agreement)
      .when(generate({ terms: { ...terms, cleaningKeptBy: 'hearth' } }), byStaff)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/terms/cleaningKeptBy' }] })
    given(agreement, ...ACTIVE)
      .when(
        {
          type: 'ProposeAmendment',
          data: { terms: { ...terms, feeBase: 'nights' }, reason: 'You rent out more' },
        },
        byStaff,
      )
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/terms/feeBase' }] })
  })
  test('only owners sign, for all shares or with a proof of authority', () => {
    const of = (...signers: readonly object[]) => ({
      ...situation,
      facts: { ...facts, draft: { ...draft, signers } } as AgreementFacts,
    })
    given(agreement)
      .when(generate(), of({ ...ada, userId: 'eve' }))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/signers/0/userId' }] })
    given(agreement)
      .when(generate(), of({ ...ada, ownershipBps: 9_999 }))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/signers' }] })
    given(agreement)
      .when(generate(), of(ada, { ...ada, userId: 'bob', ownershipBps: 1 }))
      .thenRefused('VALIDATION_FAILED')
    given(agreement)
      .when(generate(), of({ ...ada, ownershipBps: 5_000 }, { ...ada, ownershipBps: 5_000 }))
      .thenRefused('VALIDATION_FAILED')
    given(agreement)
      .when(generate({ authorityFileId: LISTING }), of({ ...ada, ownershipBps: 5_000 }))
      .thenEvents({ type: 'AgreementGenerated' }, { type: 'AgreementSignerNamed' }, { type: 'AgreementSent' })
    given(agreement)
      .when(generate({ authorityFileId: LISTING }), {
        ...situation,
        facts: { ...facts, authorityKnown: false },
      })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/authorityFileId' }] })
  })
  test('a new document replaces only one without signatures', () => {
    given(agreement, ...SENT, viewed)
      .when(generate(), situation)
      .thenEvents({ type: 'AgreementGenerated' }, { type: 'AgreementSignerNamed' }, { type: 'AgreementSent' })
    given(agreement, ...SENT_TO_TWO, viewed, consented, signed(false))
      .when(generate(), situation)
      .thenRefused('INVALID_TRANSITION')
    given(agreement, ...ACTIVE)
      .when(generate(), situation)
      .thenRefused('INVALID_TRANSITION')
  })
})
