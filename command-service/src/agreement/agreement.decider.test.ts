import {
  ESIGN_CONSENT_VERSION,
  standardTerms,
  TEMPLATE_VERSION,
  type AgreementCommand,
  type AgreementEvent,
  type AgreementTerms,
} from '@hearth/contracts/agreement'
import { describe, expect, test } from 'vitest'
import { ADMIN, given, NOW, OWNER } from '../testing/given.ts'
import { agreement } from './agreement.decider.ts'
import type { AgreementFacts } from './agreement.facts.ts'

const LISTING = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'
const DOC = 'a'.repeat(64)
const CERTIFIED = 'b'.repeat(64)
const terms = standardTerms('self_managed', 'USD', 1_550)
const merge = {
  hostName: 'Ada Byron',
  hostAddress: '1 Hill Road',
  listingName: 'Cedar House',
  listingAddress: '2 River Lane',
  preparedOn: '2026-06-12',
}
const of = { agreementId: 'ag', listingId: LISTING, hostAccountId: 'tenant' }
const evidence = { email: 'ada@example.com', ip: '203.0.113.7', userAgent: 'Firefox' }
const ada = { userId: 'owner', legalName: 'Ada Byron', ownershipBps: 10_000 }
const draft = { kind: 'draft', terms, merge, templateVersion: TEMPLATE_VERSION, signers: [ada] } as const
const facts: AgreementFacts = {
  draft,
  listingCurrency: 'USD',
  owners: ['owner', 'bob'],
  evidence,
  sha256: CERTIFIED,
  bytes: null,
  fileWhole: true,
  authorityKnown: true,
}
const situation = { id: 'ag', facts }

const generated: AgreementEvent = {
  type: 'AgreementGenerated',
  data: {
    ...of,
    model: 'self_managed',
    templateVersion: TEMPLATE_VERSION,
    merge,
    terms,
    documentSha256: DOC,
    authorityFileId: null,
  },
}
const named = (userId: string, legalName: string, ownershipBps: number, order: number): AgreementEvent => ({
  type: 'AgreementSignerNamed',
  data: { ...of, userId, legalName, ownershipBps, order },
})
const sent: AgreementEvent = { type: 'AgreementSent', data: { ...of, expiresAt: '2026-07-12T13:42:00.000Z' } }
const SENT = [generated, named('owner', 'Ada Byron', 10_000, 1), sent]
const SENT_TO_TWO = [
  generated,
  named('owner', 'Ada Byron', 6_000, 1),
  named('bob', 'Bob Noyce', 4_000, 2),
  sent,
]
const proof = { ...of, userId: 'owner', documentSha256: DOC, evidence }
const viewed: AgreementEvent = { type: 'AgreementViewed', data: { ...proof, scrolledToEnd: true } }
const consented: AgreementEvent = {
  type: 'EsignConsentGiven',
  data: { ...proof, consentTextVersion: ESIGN_CONSENT_VERSION },
}
const signed = (complete: boolean): AgreementEvent => ({
  type: 'AgreementSigned',
  data: { ...proof, typedName: 'Ada Byron', signedSha256: CERTIFIED, complete },
})
const countersigned: AgreementEvent = {
  type: 'AgreementCountersigned',
  data: { ...proof, userId: 'admin', name: 'Joan', signedSha256: CERTIFIED },
}
const ACTIVE = [...SENT, viewed, consented, signed(true), countersigned]

type Generate = Extract<AgreementCommand, { type: 'GenerateAgreement' }>
const generate = (change: Partial<Generate['data']> = {}): Generate => ({
  type: 'GenerateAgreement',
  data: {
    listingId: LISTING,
    model: 'self_managed',
    signers: [],
    authorityFileId: null,
    terms: null,
    ...change,
  },
})
const view = (scrolledToEnd = true, documentSha256 = DOC) =>
  ({ type: 'ViewAgreement', data: { scrolledToEnd, documentSha256 } }) as const
const consent = {
  type: 'GiveEsignConsent',
  data: { consentTextVersion: ESIGN_CONSENT_VERSION, documentSha256: DOC },
} as const
const sign = (typedName = 'Ada Byron', documentSha256 = DOC) =>
  ({ type: 'SignAgreement', data: { typedName, intentChecked: true, documentSha256 } }) as const
const countersign = { type: 'CountersignAgreement', data: { documentSha256: DOC } } as const

describe('making a document', () => {
  test('names who signs and waits thirty days', () =>
    given(agreement)
      .when(generate(), { ...situation, tenantId: 'tenant' })
      .thenEvents(
        { type: 'AgreementGenerated', data: { documentSha256: CERTIFIED, terms, merge } },
        { type: 'AgreementSignerNamed', data: ada },
        { type: 'AgreementSent', data: { expiresAt: '2026-07-12T13:42:00.000Z' } },
      ))
  test('says what comes first', () => {
    const unmet = [{ code: 'STEP_OPEN', message: 'The basics come first', fixRoute: '/x' }]
    given(agreement)
      .when(generate(), { ...situation, facts: { ...facts, draft: { kind: 'unmet', unmet } } })
      .thenRefused('PRECONDITION_FAILED', { unmet })
  })
  test('other terms are ours to give, in the listing’s currency', () => {
    given(agreement).when(generate({ terms }), situation).thenRefused('FORBIDDEN')
    given(agreement)
      .when(generate({ terms }), { ...situation, actor: ADMIN })
      .thenEvents({ type: 'AgreementGenerated' }, { type: 'AgreementSignerNamed' }, { type: 'AgreementSent' })
    given(agreement)
      .when(generate({ terms: { ...terms, currency: 'EUR' } }), { ...situation, actor: ADMIN })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/terms/currency' }] })
  })
  test('what the fee is taken from and who keeps the cleaning go with the model, as a booking’s money does', () => {
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
  test('owners only sign, for the whole home or with a proof of authority', () => {
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
  test('a new one takes the place of one that nobody signed, and of no other', () => {
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

describe('signing', () => {
  test('is refused before it was read to its end, and before consent', () => {
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
  test('keeps evidence and both hashes', () => {
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
  test('takes the signer’s own name only', () =>
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
  test('what was read and agreed to before a new document does not count for it', () =>
    given(agreement, ...SENT, viewed, consented, ...SENT)
      .when(sign(), situation)
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'NOT_READ' }] }))
  test('is complete with the last of several', () => {
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
  test('is for those who are named, in time, while it waits', () => {
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
  test('the wording of the consent must be the present one', () =>
    given(agreement, ...SENT)
      .when(
        { type: 'GiveEsignConsent', data: { consentTextVersion: '2020-01', documentSha256: DOC } },
        situation,
      )
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/consentTextVersion' }] }))
  test('the same again is no event', () => {
    given(agreement, ...SENT, viewed)
      .when(view(), situation)
      .thenNothing()
    given(agreement, ...SENT, viewed, consented)
      .when(consent, situation)
      .thenNothing()
  })
})

describe('Hearth’s signature, declining, voiding', () => {
  test('comes last and makes it binding', () => {
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
  test('what is in force is not voided', () => {
    const voiding = { type: 'VoidAgreement', data: { reason: 'A name is wrong' } } as const
    given(agreement, ...SENT, viewed, consented, signed(true))
      .when(voiding, situation)
      .thenEvents({ type: 'AgreementVoided' })
    given(agreement, ...ACTIVE)
      .when(voiding, situation)
      .thenRefused('INVALID_TRANSITION')
  })
  test('expires by itself, unless it was sent anew since', () => {
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

describe('other terms, and the end', () => {
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

  test('bind once everybody has accepted', () => {
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
  test('a term that is not renewed ends by itself, as if notice had been given', () => {
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
  test('then it ends', () => {
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
