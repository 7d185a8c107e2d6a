import { TAX_PARTS, taxProfile as contract, type TaxProfileEvent } from '@hearth/contracts/tax-profile'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { describe, expect, test } from 'vitest'
import { evolveBy, type Context } from '../runtime/decider.ts'
import { vaultRefFor } from './numbersIn.ts'
import { taxProfile } from './taxProfile.decider.ts'
import type { CheckedNumber, TaxProfileFacts } from './taxProfile.facts.ts'
import { taxProfileFold } from './taxProfile.state.ts'

const ACCOUNT = deriveId('test', 'account')
const COMMAND = deriveId('test', 'command')
const REF = vaultRefFor(ACCOUNT, COMMAND)
const DAY_1 = '2026-06-12T13:42:00.000Z'
const LATER = '2026-08-11T13:42:00.000Z'

const ein: CheckedNumber = {
  country: 'US',
  type: 'EIN',
  last4: '4821',
  numberHash: 'a'.repeat(64),
  problem: null,
}
const nif: CheckedNumber = { ...ein, country: 'PT', type: 'foreign', last4: '6789' }
const known = ({ problem: _problem, ...tin }: CheckedNumber) => tin

const facts: TaxProfileFacts = {
  accountCountry: 'US',
  listingCountry: 'PT',
  numbers: [ein],
  foreignListings: [],
  document: null,
  file: { sha256: 'b'.repeat(64), bytes: Buffer.alloc(0) },
}
const person = {
  legalName: 'Vale Stays LLC',
  businessName: null,
  street: '1 Hill Road',
  city: 'Hudson',
  region: 'NY',
  postalCode: '12534',
  country: 'US',
  birthDate: null,
  registerNumber: null,
}
const lisboa = { ...person, legalName: 'Ana Vale', city: 'Lisbon', region: null, country: 'PT' }
const w9 = {
  form: 'W9',
  entity: 'company',
  person,
  tin: { country: 'US', type: 'EIN', number: '13-1234821' },
  treatyCountry: null,
  signedName: 'Ana Vale',
  perjury: true,
} as const
const w8ben = {
  ...w9,
  form: 'W8BEN',
  entity: 'individual',
  person: lisboa,
  tin: { country: 'PT', type: 'foreign', number: '123456789' },
} as const
const dac7: Parameters<typeof taxProfile.decide.SubmitDac7>[0] = {
  entity: 'individual',
  person: { ...lisboa, birthDate: '1980-04-12' },
  tins: [{ country: 'PT', type: 'foreign', number: '123456789' }],
  properties: [],
}

type Given = readonly (readonly [TaxProfileEvent, string?])[]
const decide = <T extends keyof typeof taxProfile.decide>(
  given: Given,
  type: T,
  data: Parameters<(typeof taxProfile.decide)[T]>[0],
  more: Partial<TaxProfileFacts> = {},
  now = DAY_1,
) => {
  const state = given.reduce(
    (profile, [event, at = DAY_1]) => evolveBy(taxProfileFold, profile, event, at),
    taxProfileFold.initial,
  )
  const ctx: Context<TaxProfileFacts> = {
    now,
    recordedAt: now,
    actor: { id: 'u', kind: 'host', role: 'owner', name: 'Ana' },
    tenantId: ACCOUNT,
    id: ACCOUNT,
    targetId: ACCOUNT,
    commandId: COMMAND,
    idFor: (label) => deriveId(COMMAND, label),
    facts: { ...facts, ...more },
  }
  return (
    taxProfile.decide[type] as (
      d: unknown,
      s: unknown,
      c: unknown,
    ) => ReturnType<typeof taxProfile.decide.SubmitDac7>
  )(data, state, ctx)
}
const eventsOf = (decision: ReturnType<typeof decide>) =>
  decision.ok ? decision.events.map(({ type, data }) => [type, data]) : decision
const typesOf = (decision: ReturnType<typeof decide>) =>
  decision.ok ? decision.events.map(({ type }) => type) : decision.code
const pointersOf = (decision: ReturnType<typeof decide>) =>
  decision.ok ? 'accepted' : (decision.facts['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)

const of = { hostAccountId: ACCOUNT }
const requested = (part: 'us' | 'dac7'): TaxProfileEvent => ({
  type: 'TaxInfoRequested',
  data: { ...of, part },
})
const signed = (form: 'W9' | 'W8BEN' = 'W9', signedAt = DAY_1): TaxProfileEvent => ({
  type: 'TaxFormSubmitted',
  data: {
    ...of,
    form,
    entity: 'company',
    person,
    tin: known(ein),
    vaultRef: deriveId('test', 'earlier'),
    treatyCountry: null,
    signedName: 'Ana Vale',
    signedAt,
    validUntil: form === 'W9' ? null : '2029-12-31',
    fileSha256: 'b'.repeat(64),
  },
})
const matched: TaxProfileEvent = {
  type: 'TinMatched',
  data: { ...of, vaultRef: deriveId('test', 'earlier') },
}

describe('a request', () => {
  test('asks for what the countries of the account and the home demand', () => {
    const data = { listingId: deriveId('test', 'listing') }
    expect(eventsOf(decide([], 'RequestTaxInfo', data))).toEqual(
      TAX_PARTS.map((part) => ['TaxInfoRequested', { ...of, part }]),
    )
    expect(typesOf(decide([], 'RequestTaxInfo', data, { listingCountry: null }))).toHaveLength(1)
    expect(
      typesOf(decide([], 'RequestTaxInfo', data, { accountCountry: 'GB', listingCountry: 'JP' })),
    ).toEqual([])
  })

  test('is made once for each part', () => {
    const given: Given = [[requested('us')]]
    expect(eventsOf(decide(given, 'RequestTaxInfo', { listingId: deriveId('test', 'listing') }))).toEqual([
      ['TaxInfoRequested', { ...of, part: 'dac7' }],
    ])
  })
})

describe('a reminder', () => {
  const remind = { part: 'dac7', number: 1, requestedAt: DAY_1 } as const
  test('says when payouts start to wait', () => {
    expect(eventsOf(decide([[requested('dac7')]], 'RemindTaxInfo', remind))).toEqual([
      ['TaxInfoReminderSent', { ...of, about: 'dac7', number: 1, dueAt: LATER }],
    ])
  })

  test('is sent once, and only while the part is missing since then', () => {
    const sent: TaxProfileEvent = {
      type: 'TaxInfoReminderSent',
      data: { ...of, about: 'dac7', number: 1, dueAt: LATER },
    }
    expect(typesOf(decide([[requested('dac7')], [sent]], 'RemindTaxInfo', remind))).toEqual([])
    expect(typesOf(decide([[requested('dac7'), LATER]], 'RemindTaxInfo', remind))).toEqual([])
    expect(
      typesOf(decide([[requested('us')], [signed()]], 'RemindTaxInfo', { ...remind, part: 'us' })),
    ).toEqual([])
  })
})

describe('a hold', () => {
  const hold = { part: 'us', requestedAt: DAY_1 } as const
  test('is placed once while the part is missing', () => {
    expect(eventsOf(decide([[requested('us')]], 'HoldForTaxInfo', hold))).toEqual([
      ['TaxHoldPlaced', { ...of, part: 'us' }],
    ])
    const held: TaxProfileEvent = { type: 'TaxHoldPlaced', data: { ...of, part: 'us' } }
    expect(typesOf(decide([[requested('us')], [held]], 'HoldForTaxInfo', hold))).toEqual([])
    expect(typesOf(decide([[requested('us')], [signed()]], 'HoldForTaxInfo', hold))).toEqual([])
  })

  test('is lifted when the number was matched, not when the form was sent', () => {
    const held: Given = [[requested('us')], [{ type: 'TaxHoldPlaced', data: { ...of, part: 'us' } }]]
    expect(typesOf(decide(held, 'SubmitTaxForm', w9))).toEqual(['TaxFormSubmitted'])
    const match = { vaultRef: deriveId('test', 'earlier'), outcome: 'matched' } as const
    expect(typesOf(decide([...held, [signed()]], 'RecordTinMatch', match))).toEqual([
      'TinMatched',
      'TaxHoldLifted',
      'TaxProfileCompleted',
    ])
  })
})

describe('a form', () => {
  test('is signed with the last four digits, a hash and a reference, and never with the number', () => {
    const decision = decide([[requested('us')]], 'SubmitTaxForm', w9)
    expect(eventsOf(decision)).toEqual([
      [
        'TaxFormSubmitted',
        {
          ...of,
          form: 'W9',
          entity: 'company',
          person,
          tin: known(ein),
          vaultRef: REF,
          treatyCountry: null,
          signedName: 'Ana Vale',
          signedAt: DAY_1,
          validUntil: null,
          fileSha256: 'b'.repeat(64),
        },
      ],
    ])
    expect(JSON.stringify(decision)).not.toContain('1234821')
  })

  test('of another country is valid to the end of the third year after the signature', () => {
    const decision = decide([], 'SubmitTaxForm', w8ben, { numbers: [nif] }, '2026-12-31T23:59:59.000Z')
    expect(decision.ok && decision.events[0]?.data).toMatchObject({ validUntil: '2029-12-31' })
  })

  test('is refused with everything that is wrong', () => {
    expect(pointersOf(decide([], 'SubmitTaxForm', { ...w9, tin: { ...w9.tin, type: 'SSN' } }))).toEqual([
      '/tin/type',
    ])
    expect(
      pointersOf(
        decide([], 'SubmitTaxForm', { ...w8ben, person: { ...lisboa, country: 'US' }, treatyCountry: 'PT' }),
      ),
    ).toEqual(['/person/country', '/treatyCountry'])
    expect(pointersOf(decide([], 'SubmitTaxForm', { ...w8ben, entity: 'company' }))).toEqual(['/form'])
    expect(
      pointersOf(decide([], 'SubmitTaxForm', { ...w8ben, signedName: 'Someone Else' }, { numbers: [nif] })),
    ).toEqual(['/signedName'])
    expect(
      pointersOf(decide([], 'SubmitTaxForm', w9, { numbers: [{ ...ein, problem: 'has nine digits' }] })),
    ).toEqual(['/tin/number'])
  })

  test('that the tax office does not know is asked for again', () => {
    const match = { vaultRef: deriveId('test', 'earlier'), outcome: 'name_mismatch' } as const
    expect(typesOf(decide([[requested('us')], [signed()]], 'RecordTinMatch', match))).toEqual([
      'TinMismatched',
      'TaxInfoRequested',
    ])
    expect(typesOf(decide([[signed()], [matched]], 'RecordTinMatch', match))).toEqual([])
  })

  test('expires when its last day is over, and is asked for again', () => {
    const given: Given = [[requested('us')], [signed('W8BEN')], [matched]]
    const expire = { signedAt: DAY_1 }
    expect(typesOf(decide(given, 'ExpireTaxForm', expire, {}, '2029-12-31T23:59:59.999Z'))).toEqual([])
    expect(typesOf(decide(given, 'ExpireTaxForm', expire, {}, '2030-01-01T00:00:00.000Z'))).toEqual([
      'TaxFormExpired',
      'TaxInfoRequested',
    ])
    expect(typesOf(decide([[signed()]], 'ExpireTaxForm', expire, {}, '2040-01-01T00:00:00.000Z'))).toEqual([])
  })

  test('is imported as matched while it is valid', () => {
    const { perjury: _perjury, ...form } = w9
    const data = { ...form, signedAt: '2024-01-12T10:00:00.000Z' }
    expect(typesOf(decide([], 'ImportTaxForm', data))).toEqual([
      'TaxFormSubmitted',
      'TinMatched',
      'TaxProfileCompleted',
    ])
    const old = { ...w8ben, signedAt: '2022-01-12T10:00:00.000Z' }
    expect(pointersOf(decide([], 'ImportTaxForm', old, { numbers: [nif] }))).toEqual(['/signedAt'])
  })
})

describe('DAC7 details', () => {
  const given: Given = [[requested('dac7')], [{ type: 'TaxHoldPlaced', data: { ...of, part: 'dac7' } }]]
  test('complete the profile and lift the hold', () => {
    expect(typesOf(decide(given, 'SubmitDac7', dac7, { numbers: [nif] }))).toEqual([
      'Dac7Provided',
      'TaxHoldLifted',
      'TaxProfileCompleted',
    ])
  })

  test('need a birth date of a person, a register number of a company and the number of the country', () => {
    expect(pointersOf(decide(given, 'SubmitDac7', { ...dac7, person: lisboa }, { numbers: [nif] }))).toEqual([
      '/person/birthDate',
    ])
    expect(
      pointersOf(
        decide(given, 'SubmitDac7', { ...dac7, entity: 'company', tins: [w9.tin] }, { numbers: [ein] }),
      ),
    ).toEqual(['/tins', '/person/registerNumber'])
    expect(
      pointersOf(
        decide(
          given,
          'SubmitDac7',
          { ...dac7, properties: [{ listingId: deriveId('test', 'other'), landRegistryNumber: null }] },
          { numbers: [nif], foreignListings: [deriveId('test', 'other')] },
        ),
      ),
    ).toEqual(['/properties'])
  })
})

describe('a VAT number', () => {
  test('is set, checked once and removed', () => {
    const set = decide([], 'SetVatId', { country: 'PT', number: 'PT 123 456 789' }, { numbers: [nif] })
    expect(eventsOf(set)).toEqual([
      ['VatIdSet', { ...of, country: 'PT', last4: '6789', numberHash: 'a'.repeat(64), vaultRef: REF }],
    ])
    const given: Given = [
      [{ type: 'VatIdSet', data: { ...of, country: 'PT', last4: '6789', numberHash: 'a', vaultRef: REF } }],
    ]
    expect(typesOf(decide(given, 'RecordVatCheck', { vaultRef: REF, ok: false }))).toEqual(['VatIdValidated'])
    expect(typesOf(decide(given, 'RemoveVatId', {}))).toEqual(['VatIdRemoved'])
    expect(typesOf(decide([], 'RemoveVatId', {}))).toEqual([])
  })
})

describe('answers', () => {
  const schema = contract.commands.SaveTaxAnswers.schema
  const answers = schema.parse({
    entity: 'company',
    usPerson: true,
    filesUsReturn: null,
    person: { legalName: 'Vale Stays LLC' },
  })
  test('are kept and added to, and nothing happens when they are the same', () => {
    expect(eventsOf(decide([], 'SaveTaxAnswers', answers))).toEqual([
      ['TaxAnswersSaved', { ...of, ...answers }],
    ])
    const given: Given = [[{ type: 'TaxAnswersSaved', data: { ...of, ...answers } }]]
    expect(typesOf(decide(given, 'SaveTaxAnswers', answers))).toEqual([])
    const more = schema.parse({ ...answers, person: { city: 'Hudson' } })
    const decision = decide(given, 'SaveTaxAnswers', more)
    expect(decision.ok && decision.events[0]?.data).toMatchObject({
      person: { legalName: 'Vale Stays LLC', city: 'Hudson' },
    })
  })
})

describe('a tax document', () => {
  const drafted = {
    form: '1099-K' as const,
    year: 2026,
    boxes: [{ box: '1a', kind: 'amount' as const, value: 2_500_000 }],
    quarters: [],
    homes: [],
    ledgerRevision: 402,
    vaultRef: deriveId('test', 'earlier'),
  }
  const document = { isYearOver: true, drafted, isDue: true }
  const documentId = deriveId('test', 'document')
  const issued: TaxProfileEvent = {
    type: 'TaxDocumentIssued',
    data: { ...of, documentId, ...drafted, fileSha256: 'b'.repeat(64) },
  }
  const issue = { form: '1099-K', year: 2026 } as const
  const changed = { ...drafted, boxes: [{ box: '1a', kind: 'amount' as const, value: 2_400_000 }] }

  test('is issued once for a year that is over, when it is due', () => {
    expect(typesOf(decide([[signed()], [matched]], 'IssueTaxDocument', issue, { document }))).toEqual([
      'TaxDocumentIssued',
    ])
    expect(typesOf(decide([[issued]], 'IssueTaxDocument', issue, { document }))).toBe('INVALID_TRANSITION')
    for (const [facts, code] of [
      [{ isYearOver: false, drafted: null, isDue: false }, 'YEAR_NOT_OVER'],
      [{ isYearOver: true, drafted: null, isDue: false }, 'TAX_DETAILS_MISSING'],
      [{ ...document, isDue: false }, 'NOT_DUE'],
    ] as const)
      expect(decide([], 'IssueTaxDocument', issue, { document: facts })).toMatchObject({
        ok: false,
        facts: { unmet: [{ code }] },
      })
  })

  test('is corrected when the figures or the host’s details are different now', () => {
    const correct = (now: typeof drafted, given: Given = [[issued]]) =>
      decide(given, 'CorrectTaxDocument', { documentId }, { document: { ...document, drafted: now } })
    expect(correct(drafted)).toMatchObject({ ok: false, code: 'INVALID_TRANSITION' })
    expect(eventsOf(correct(changed))).toMatchObject([
      ['TaxDocumentCorrected', { corrects: documentId, boxes: changed.boxes }],
    ])
    expect(typesOf(correct({ ...drafted, vaultRef: deriveId('test', 'new') }))).toEqual([
      'TaxDocumentCorrected',
    ])
    const corrected: TaxProfileEvent = {
      type: 'TaxDocumentCorrected',
      data: { ...issued.data, ...changed, documentId: deriveId('test', 'second'), corrects: documentId },
    }
    expect(correct(changed, [[issued], [corrected]])).toMatchObject({ code: 'INVALID_TRANSITION' })
  })

  test('of another account is unknown', () => {
    expect(decide([], 'CorrectTaxDocument', { documentId }, { document })).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
