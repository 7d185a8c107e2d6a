import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatAttemptKey } from '@hearth/contracts/payout'
import { describe, expect, it } from 'vitest'
import { formatEndToEndId } from '../sepa.ts'
import { readBankMessage } from './bankMessage.ts'
import type { BankDocument } from './bankDocument.ts'

const KEY = formatAttemptKey(deriveId('test', 'payout'), 1)
const OTHER = formatAttemptKey(deriveId('test', 'other'), 12)
const REF = formatEndToEndId(KEY)
const refs = `<Refs><EndToEndId>${REF}</EndToEndId></Refs>`
const details = (...transfers: readonly string[]) =>
  `<NtryDtls>${transfers.map((transfer) => `<TxDtls>${transfer}</TxDtls>`).join('')}</NtryDtls>`
const DAY = '<BookgDt><Dt>2026-07-14</Dt></BookgDt>'
const entry = (
  content: string,
  { amount = '816.40', direction = 'DBIT', status = '<Cd>BOOK</Cd>', day = DAY, name = '1' } = {},
) =>
  `<Ntry><NtryRef>${name}</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>` +
  `<Sts>${status}</Sts>${day}${content}</Ntry>`
const stmt = (id: string, ...entries: readonly string[]) =>
  `<Stmt><Id>${id}</Id><CreDtTm>2026-07-15T04:00:00</CreDtTm><Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>${entries.join('')}</Stmt>`
const message = (...statements: readonly string[]) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>` +
  `<GrpHdr><MsgId>m</MsgId></GrpHdr>${statements.join('')}</BkToCstmrStmt></Document>`

const documentsOf = (xml: string): readonly BankDocument[] => {
  const reading = readBankMessage(xml)
  if (!reading.ok) throw new Error(reading.why)
  return reading.documents
}
const read = (...entries: readonly string[]) => {
  const [document] = documentsOf(message(stmt('S-195', ...entries)))
  if (document === undefined) throw new Error('No statement was read')
  return document
}
const paid = {
  attemptKey: KEY,
  result: 'paid',
  providerRef: REF,
  amountMinor: 81_640,
  currency: 'EUR',
  at: '2026-07-14T00:00:00.000Z',
  code: null,
  expectedArrival: null,
} as const

describe('an account statement', () => {
  it('reports paid and returned transfers, with the reason', () => {
    const document = read(
      entry(details(refs)),
      entry(details(`${refs}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`), { direction: 'CRDT' }),
      entry(details('<Refs><EndToEndId>RENT</EndToEndId></Refs>'), { direction: 'CRDT' }),
    )
    expect(document).toEqual({
      key: 'statement/NL91ABNA0417164300/S-195/2026',
      createdAt: '2026-07-15T04:00:00.000Z',
      statuses: [],
      reports: [paid, { ...paid, result: 'returned', code: 'account_closed' }],
      leftovers: [
        {
          kind: 'foreign',
          entry: '1',
          direction: 'in',
          amount: '816.40 EUR',
          amountMinor: 81_640,
          currency: 'EUR',
          day: '2026-07-14',
          text: '',
          why: expect.any(String),
        },
      ],
    })
  })

  it('leaves out pending entries, in old and new versions', () => {
    const { reports, leftovers } = read(
      entry(details(refs), { status: '<Cd>PDNG</Cd>' }),
      entry(details(refs), { status: 'PDNG' }),
    )
    expect([reports, leftovers]).toEqual([[], []])
    expect(read(entry(details(refs), { status: 'BOOK' })).reports).toEqual([paid])
  })

  it.each([
    ['nothing', ''],
    ['no XML', 'a,b,c'],
    ['another message', '<Document><X/></Document>'],
    ['a DOCTYPE', `<!DOCTYPE Document [<!ENTITY a "b">]>${message().replace('<?xml version="1.0"?>', '')}`],
  ])('is refused whole when it is %s', (_name, xml) =>
    expect(readBankMessage(xml)).toMatchObject({ ok: false }),
  )

  it('reads all statements of a message, and leaves the unreadable one of them', () => {
    const documents = documentsOf(
      message(stmt('1', entry(details(refs))), '<Stmt><Ntry/></Stmt>', stmt('2', entry(details(refs)))),
    )
    expect(documents.map(({ reports }) => reports)).toEqual([[paid], [], [paid]])
    expect(documents.map(({ leftovers }) => leftovers.map(({ kind }) => kind))).toEqual([
      [],
      ['unreadable'],
      [],
    ])
  })

  it('reads namespaces with prefixes', () => {
    const prefixed = message(stmt('1', entry(details(refs))))
      .replaceAll(/<(\/?)([A-Z])/g, '<$1ns2:$2')
      .replace('xmlns=', 'xmlns:ns2=')
    expect(documentsOf(prefixed)[0]?.reports).toEqual([paid])
  })

  it('reads the other entries when one cannot be read', () => {
    const { reports, leftovers } = read(
      '<Ntry><NtryRef>7</NtryRef><Amt Ccy="EUR">5.00</Amt></Ntry>',
      entry(details(refs), { amount: '816.405', name: '8' }),
      entry(details(refs), { day: '<BookgDt><Dt>2026-02-30</Dt></BookgDt>', name: '9' }).replace(DAY, ''),
      entry(details(refs)),
    )
    expect(leftovers.map(({ kind, entry: name }) => [kind, name])).toEqual([
      ['unreadable', '7'],
      ['unreadable', '8'],
    ])
    // A wrong day is that of the statement.
    expect(reports).toEqual([{ ...paid, at: '2026-07-15T00:00:00.000Z' }, paid])
  })
})

describe('the amount of a transfer', () => {
  const second = `<Refs><EndToEndId>${formatEndToEndId(OTHER)}</EndToEndId></Refs>`
  const nested = (name: string, amount: string, currency = 'EUR') =>
    `<AmtDtls><${name}><Amt Ccy="${currency}">${amount}</Amt></${name}></AmtDtls>`
  const charges = '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">1.50</TtlChrgsAndTaxAmt></Chrgs>'
  const amounts = (...entries: readonly string[]) =>
    read(...entries).reports.map(({ amountMinor }) => amountMinor)

  it('is its own in an entry with several', () =>
    expect(
      amounts(
        entry(details(`${refs}${nested('TxAmt', '507.00')}`, `${second}${nested('TxAmt', '507.84')}`), {
          amount: '1014.84',
        }),
      ),
    ).toEqual([50_700, 50_784]))

  it.each([
    ['its own amount first', `<Amt Ccy="EUR">1.00</Amt>${nested('TxAmt', '2.00')}`, [100]],
    ['then that of the transaction', nested('TxAmt', '2.00'), [200]],
    ['then the instructed one', nested('InstdAmt', '3.00'), [300]],
    ['no instructed one in another currency', nested('InstdAmt', '3.00', 'USD'), [81_640]],
    ['the entry’s for one transfer', '', [81_640]],
    ['the entry’s with charges of nothing', charges.replace('1.50', '0.00'), [81_640]],
    ['not the entry’s with charges', charges, []],
    ['its own despite charges', `${charges}${nested('TxAmt', '2.00')}`, [200]],
  ])('is %s', (_name, content, expected) =>
    expect(amounts(entry(details(`${refs}${content}`)))).toEqual(expected),
  )

  it('is not the entry’s when that contains charges or another transfer', () => {
    expect(amounts(entry(`${charges}${details(refs)}`))).toEqual([])
    const { reports, leftovers } = read(entry(details(refs, `${second}<Amt Ccy="EUR">7.00</Amt>`)))
    expect(reports.map(({ attemptKey, amountMinor }) => [attemptKey, amountMinor])).toEqual([[OTHER, 700]])
    expect(leftovers).toMatchObject([
      { kind: 'unreadable', why: expect.stringContaining('several transfers') },
    ])
  })

  it.each([
    ['816.4', 81_640],
    ['816.400', 81_640],
    ['+816.40', 81_640],
    ['000816.40', 81_640],
    ['816.', 81_600],
    ['.5', 50],
  ])('written as %s is %d', (text, expected) =>
    expect(amounts(entry(details(refs), { amount: text }))).toEqual([expected]),
  )
  it.each(['', '.', '816,40', '-816.40', '1e3', '816.405', 'NaN'])('is not %j', (text) =>
    expect(read(entry(details(refs), { amount: text })).reports).toEqual([]),
  )
})

describe('a transfer is recognized', () => {
  const text = (...lines: readonly string[]) =>
    `<RmtInf>${lines.map((line) => `<Ustrd>${line}</Ustrd>`).join('')}</RmtInf>`
  const ref = (name: string, value: string) => `<Refs><${name}>${value}</${name}></Refs>`
  it.each([
    ['InstrId', ref('InstrId', REF)],
    ['EndToEndId', ref('EndToEndId', REF)],
    ['PmtInfId', ref('PmtInfId', REF)],
    ['MsgId', ref('MsgId', REF)],
    ['upper case', ref('EndToEndId', REF.toUpperCase())],
    ['padding', ref('EndToEndId', `  ${REF}   `)],
    ['our text', text(`Hearth payout ${REF}`)],
    ['our text in upper case behind a label', text(`SVWZ+HEARTH PAYOUT ${REF.toUpperCase()} EREF`)],
    ['our text on two lines', text(`Hearth payout ${REF.slice(0, 21)}`, `${REF.slice(21)} END`)],
    ['our text wrapped within a line', text(`/RMT/${REF.slice(0, 20)}\n${REF.slice(20)}/`)],
    ['grouped text', text(KEY)],
    ['a number behind the reference', text(`${REF} 2026`, '55')],
    ['the text although the id is not provided', `${ref('EndToEndId', 'NOTPROVIDED')}${text(REF)}`],
    ['further information', `<AddtlTxInf>${REF}</AddtlTxInf>`],
  ])('by %s', (_name, content) => expect(read(entry(details(content))).reports).toEqual([paid]))

  it.each([
    ['its batch', `<NtryDtls><Btch><PmtInfId>${REF}</PmtInfId></Btch></NtryDtls>`],
    ['its batch beside a transfer', `<NtryDtls><Btch><MsgId>${REF}</MsgId></Btch><TxDtls/></NtryDtls>`],
    ['the entry’s information', `<AddtlNtryInf>${REF}</AddtlNtryInf>`],
  ])('by %s', (_name, content) => expect(read(entry(content)).reports).toEqual([paid]))

  it('never by what names two of our payments, or is longer than our ids', () => {
    const two = read(entry(details(text(REF, formatEndToEndId(OTHER)))))
    expect([two.reports, two.leftovers]).toMatchObject([[], [{ kind: 'unreadable' }]])
    expect(read(entry(details(ref('EndToEndId', `aaaa${REF}`)))).reports).toEqual([])
    expect(read(entry(details(ref('EndToEndId', `${REF}ab`)))).reports).toEqual([])
  })
})

describe('the direction and the day', () => {
  it('is a return when a debit is reversed, and nothing when a return is', () => {
    const reversed = '<RvslInd>true</RvslInd>'
    expect(read(entry(`${reversed}${details(refs)}`, { direction: 'CRDT' })).reports).toMatchObject([
      { result: 'returned' },
    ])
    expect(read(entry(`${reversed}${details(refs)}`))).toMatchObject({
      reports: [],
      leftovers: [{ kind: 'unreadable' }],
    })
  })

  it.each([
    ['<BookgDt><Dt>2026-11-25</Dt></BookgDt>', '2026-11-25'],
    ['<BookgDt><Dt>2026-11-25+01:00</Dt></BookgDt>', '2026-11-25'],
    ['<BookgDt><Dt>2026-11-25Z</Dt></BookgDt>', '2026-11-25'],
    ['<BookgDt><DtTm>2026-11-25T00:30:00</DtTm></BookgDt>', '2026-11-25'],
    ['<BookgDt><DtTm>2026-11-25T00:30:00.123+02:00</DtTm></BookgDt>', '2026-11-25'],
    ['<ValDt><Dt>2026-11-24</Dt></ValDt>', '2026-11-24'],
    ['<BookgDt/><ValDt><Dt>2026-11-24</Dt></ValDt>', '2026-11-24'],
    ['', '2026-07-15'],
  ])('%s is %s', (day, expected) =>
    expect(read(entry(details(refs), { day })).reports.map(({ at }) => at)).toEqual([
      `${expected}T00:00:00.000Z`,
    ]),
  )
})

it('a notification is read like a statement and replaces only notifications', () => {
  const notification = message(stmt('N-1', entry(details(refs))))
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>')
  expect(documentsOf(notification)).toMatchObject([
    { key: 'notification/NL91ABNA0417164300/N-1/2026', reports: [paid] },
  ])
})
