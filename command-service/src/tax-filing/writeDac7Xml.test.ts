import { EXAMPLE_OPERATOR } from '@hearth/contracts/kernel/taxOperator'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaxReturn } from './readReturn.ts'
import { documentOf, HOME, PERSON, quartersOf, returnOf } from './testing/returns.ts'
import { toWholeUnits, writeDac7Xml, type Dac7Message } from './writeDac7Xml.ts'

const MESSAGE: Dac7Message = {
  year: 2025,
  kind: 'new',
  operator: EXAMPLE_OPERATOR,
  madeAt: '2026-01-20T10:00:00.123Z',
  isOperatorKnown: false,
}
const LISTS = new Set(['ReportableSeller', 'PropertyListing', 'TIN', 'ResCountryCode'])
const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => LISTS.has(name),
})
type Tree = { [name: string]: Tree } & { toString: () => string }
const read = (sellers: readonly TaxReturn[], message = MESSAGE): Tree => {
  const xml = writeDac7Xml(message, sellers)
  expect(XMLValidator.validate(xml)).toBe(true)
  return (parser.parse(xml) as Tree)['DPI_OECD'] as Tree
}
const at = (tree: Tree | undefined, path: string): unknown =>
  path.split('.').reduce<Tree | undefined>((node, name) => node?.[name], tree)

const report = (name: string, more: Partial<TaxReturn> = {}) =>
  returnOf(name, {
    document: documentOf(name, { form: 'DAC7', homes: quartersOf('l1') }),
    person: { ...PERSON, city: 'Lisboa', region: null, country: 'PT', postalCode: '1200-195' },
    numbers: [{ country: 'PT', type: 'foreign', number: '501964843' }],
    ...more,
  })

test('a message names its sender, its period and its kind, and reports Hearth once', () => {
  const message = read([report('a')])
  expect(message['MessageSpec']).toMatchObject({
    SendingEntityIN: 'IE0012345',
    TransmittingCountry: 'IE',
    ReceivingCountry: 'IE',
    MessageType: 'DPI',
    MessageTypeIndic: 'DPI401',
    ReportingPeriod: '2025-12-31',
    Timestamp: '2026-01-20T10:00:00',
  })
  expect(at(message, 'DPIBody.PlatformOperator')).toMatchObject({
    Name: 'Hearth Inc',
    Nexus: 'RPONEX5',
    DocSpec: { DocTypeIndic: 'OECD1', DocRefId: 'IE2025-operator' },
  })
  const later = read([report('b')], { ...MESSAGE, isOperatorKnown: true })
  expect(at(later, 'DPIBody.PlatformOperator.DocSpec.DocTypeIndic')).toBe('OECD0')
})

test('a person is reported with their numbers, their homes and each quarter', () => {
  const seller = at(read([report('a')]), 'DPIBody.ReportableSeller.0') as Tree
  expect(at(seller, 'Identity.IndividualSeller.Standard.IndSellerID')).toMatchObject({
    ResCountryCode: ['PT'],
    TIN: [{ '@_issuedBy': 'PT', '#text': '501964843' }],
    Name: { FirstName: 'Zoë María', LastName: 'Núñez' },
    BirthInfo: { BirthDate: '1980-04-12' },
  })
  expect(at(seller, 'RelevantActivities.ImmovableProperty.PropertyListing.0')).toMatchObject({
    Address: { CountryCode: 'PT', AddressFix: { Street: 'Rua das Flores 9', City: 'Lisboa' } },
    LandRegistrationNumber: '1234/19990101',
    Consideration: { ConsQ1: { '@_currCode': 'EUR', '#text': '1001' } },
    NumberOfActivities: { NumbQ4: '2' },
    Fees: { FeesQ2: { '#text': '155' } },
    Taxes: { TaxQ3: { '#text': '0' } },
    PropertyType: 'DPI905',
    RentedDays: '32',
  })
})

test('the elements are in the order of the schema', () => {
  const seller = at(read([report('a')]), 'DPIBody.ReportableSeller.0') as Tree
  const names = (path: string) => Object.keys(at(seller, path) as object)
  expect(Object.keys(seller)).toEqual(['Identity', 'RelevantActivities', 'DocSpec'])
  expect(names('Identity.IndividualSeller.Standard.IndSellerID')).toEqual([
    'ResCountryCode',
    'TIN',
    'Name',
    'Address',
    'BirthInfo',
  ])
  expect(names('RelevantActivities.ImmovableProperty.PropertyListing.0')).toEqual([
    'Address',
    'LandRegistrationNumber',
    'Consideration',
    'NumberOfActivities',
    'Fees',
    'Taxes',
    'PropertyType',
    'RentedDays',
  ])
})

test('a company is reported with its number in the register, and its text is escaped', () => {
  const person = { ...PERSON, legalName: 'Sol & Mar <Lda>', registerNumber: 'PT-4821', country: 'PT' }
  const seller = at(read([report('a', { entity: 'company', person })]), 'DPIBody.ReportableSeller.0') as Tree
  expect(at(seller, 'Identity.EntitySeller.Standard.EntSellerID')).toMatchObject({
    IN: { '@_INType': 'BRN', '#text': 'PT-4821' },
    Name: 'Sol & Mar <Lda>',
  })
})

test('a correction refers to the document of the earlier message', () => {
  const corrected = documentOf('earlier')
  const message = read([report('a', { corrects: corrected.id })], { ...MESSAGE, kind: 'corrections' })
  expect(at(message, 'MessageSpec.MessageTypeIndic')).toBe('DPI402')
  expect(at(message, 'DPIBody.ReportableSeller.0.DocSpec')).toEqual({
    DocTypeIndic: 'OECD2',
    DocRefId: `IE2025-${documentOf('a').id}`,
    CorrDocRefId: `IE2025-${corrected.id}`,
  })
})

test('a home with two currencies is listed for each of them', () => {
  const homes = [...quartersOf('l1'), ...quartersOf('l1', { currency: 'JPY', grossMinor: 9_000 })]
  const document = documentOf('a', { form: 'DAC7', homes })
  const listed = at(
    read([report('a', { document })]),
    'DPIBody.ReportableSeller.0.RelevantActivities.ImmovableProperty.PropertyListing',
  ) as Tree[]
  expect(listed.map((one) => at(one, 'Consideration.ConsQ1.#text'))).toEqual(['1001', '9000'])
})

test('a home that isn’t known is an error, not a gap', () => {
  expect(() => read([report('a', { homes: new Map() })])).toThrow('home is missing')
})

test('each figure of the file is that of the document in whole units, and none is lost', () => {
  const amount = fc.integer({ min: -90_000, max: 9_000_000 })
  const home = fc.record({ grossMinor: amount, feesMinor: amount, nights: fc.nat(90), stays: fc.nat(30) })
  fc.assert(
    fc.property(fc.array(home, { minLength: 1, maxLength: 6 }), (all) => {
      const homes = all.flatMap((figures, index) => quartersOf(`l${index}`, figures))
      const known = new Map(all.map((_figures, index) => [`l${index}`, HOME] as const))
      const document = documentOf('a', { form: 'DAC7', homes })
      const listed = at(
        read([report('a', { document, homes: known })]),
        'DPIBody.ReportableSeller.0.RelevantActivities.ImmovableProperty.PropertyListing',
      ) as Tree[]
      const total = (path: string) =>
        listed.reduce(
          (sum, one) =>
            sum + [1, 2, 3, 4].reduce((so, q) => so + Number(at(one, path.replace('?', `${q}`))), 0),
          0,
        )
      const expected = (of: (one: (typeof homes)[number]) => number) =>
        homes.reduce((sum, one) => sum + of(one), 0)
      expect(total('Consideration.ConsQ?.#text')).toBe(
        expected(({ grossMinor }) => toWholeUnits(grossMinor, 'EUR')),
      )
      expect(total('Fees.FeesQ?.#text')).toBe(expected(({ feesMinor }) => toWholeUnits(feesMinor, 'EUR')))
      expect(total('NumberOfActivities.NumbQ?')).toBe(expected(({ stays }) => stays))
    }),
    { numRuns: 50 },
  )
})
