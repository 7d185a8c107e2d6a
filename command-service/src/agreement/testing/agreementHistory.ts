import {
  ESIGN_CONSENT_VERSION,
  standardTerms,
  TEMPLATE_VERSION,
  type AgreementCommand,
  type AgreementEvent,
} from '@hearth/contracts/agreement'
import type { AgreementFacts } from '../agreement.facts.ts'

export const LISTING = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'

export const DOC = 'a'.repeat(64)

export const CERTIFIED = 'b'.repeat(64)

export const terms = standardTerms('self_managed', 'USD', 1_550)

export const merge = {
  hostName: 'Ada Byron',
  hostAddress: '1 Hill Road',
  listingName: 'Cedar House',
  listingAddress: '2 River Lane',
  preparedOn: '2026-06-12',
}

export const of = { agreementId: 'ag', listingId: LISTING, hostAccountId: 'tenant' }

export const evidence = { email: 'ada@example.com', ip: '203.0.113.7', userAgent: 'Firefox' }

export const ada = { userId: 'owner', legalName: 'Ada Byron', ownershipBps: 10_000 }

export const draft = {
  kind: 'draft',
  terms,
  merge,
  templateVersion: TEMPLATE_VERSION,
  signers: [ada],
} as const

export const facts: AgreementFacts = {
  draft,
  listingCurrency: 'USD',
  owners: ['owner', 'bob'],
  evidence,
  sha256: CERTIFIED,
  bytes: null,
  fileWhole: true,
  authorityKnown: true,
}

export const situation = { id: 'ag', facts }

export const generated: AgreementEvent = {
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

export const SENT = [generated, named('owner', 'Ada Byron', 10_000, 1), sent]

export const SENT_TO_TWO = [
  generated,
  named('owner', 'Ada Byron', 6_000, 1),
  named('bob', 'Bob Noyce', 4_000, 2),
  sent,
]

const proof = { ...of, userId: 'owner', documentSha256: DOC, evidence }

export const viewed: AgreementEvent = { type: 'AgreementViewed', data: { ...proof, scrolledToEnd: true } }

export const consented: AgreementEvent = {
  type: 'EsignConsentGiven',
  data: { ...proof, consentTextVersion: ESIGN_CONSENT_VERSION },
}

export const signed = (complete: boolean): AgreementEvent => ({
  type: 'AgreementSigned',
  data: { ...proof, typedName: 'Ada Byron', signedSha256: CERTIFIED, complete },
})

const countersigned: AgreementEvent = {
  type: 'AgreementCountersigned',
  data: { ...proof, userId: 'admin', name: 'Joan', signedSha256: CERTIFIED },
}

export const ACTIVE = [...SENT, viewed, consented, signed(true), countersigned]

type Generate = Extract<AgreementCommand, { type: 'GenerateAgreement' }>

export const generate = (change: Partial<Generate['data']> = {}): Generate => ({
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

export const view = (scrolledToEnd = true, documentSha256 = DOC) =>
  ({ type: 'ViewAgreement', data: { scrolledToEnd, documentSha256 } }) as const

export const consent = {
  type: 'GiveEsignConsent',
  data: { consentTextVersion: ESIGN_CONSENT_VERSION, documentSha256: DOC },
} as const

export const sign = (typedName = 'Ada Byron', documentSha256 = DOC) =>
  ({ type: 'SignAgreement', data: { typedName, intentChecked: true, documentSha256 } }) as const

export const countersign = { type: 'CountersignAgreement', data: { documentSha256: DOC } } as const
