import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatAttemptKey } from '@hearth/contracts/payout'
import { isSepaName } from '@hearth/contracts/payout-account'
import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { PaymentOrder } from './provider.ts'
import { parseEndToEndId, formatEndToEndId, writePaymentFile } from './sepa.ts'

const KEY = formatAttemptKey(deriveId('test', 'payout'), 1)
const order = (more: Partial<PaymentOrder> = {}): PaymentOrder => ({
  attemptKey: KEY,
  amountMinor: 81_640,
  currency: 'EUR',
  payee: { holderName: 'Ana Conceição & Söhne', bank: { type: 'sepa', iban: 'DE89370400440532013000' } },
  ...more,
})
const debtor = { name: 'Hearth GmbH', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' }
const head = { messageId: 'H20260713-1', createdAt: '2026-07-13T09:00:00.000Z', executeOn: '2026-07-13' }

type Rule = Readonly<{ is?: RegExp; has?: readonly (readonly [name: string, least: 0 | 1, many?: true])[] }>
const max = (most: number): Rule => ({ is: new RegExp(`^.{1,${most}}$`) })
const DECIMAL: Rule = { is: /^(?=.{1,19}$)\d{1,13}(\.\d{1,5})?$/ }
const IBAN: Rule = { is: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/ }
/**
 * The published schema's sequences, occurrences and types for every element that the file uses; elements that
 * it never uses are left out.
 */
const PAIN_001_001_09: Readonly<Record<string, Rule>> = {
  Document: { has: [['CstmrCdtTrfInitn', 1]] },
  CstmrCdtTrfInitn: {
    has: [
      ['GrpHdr', 1],
      ['PmtInf', 1, true],
    ],
  },
  GrpHdr: {
    has: [
      ['MsgId', 1],
      ['CreDtTm', 1],
      ['NbOfTxs', 1],
      ['CtrlSum', 0],
      ['InitgPty', 1],
    ],
  },
  PmtInf: {
    has: [
      ['PmtInfId', 1],
      ['PmtMtd', 1],
      ['BtchBookg', 0],
      ['NbOfTxs', 0],
      ['CtrlSum', 0],
      ['PmtTpInf', 0],
      ['ReqdExctnDt', 1],
      ['Dbtr', 1],
      ['DbtrAcct', 1],
      ['DbtrAgt', 1],
      ['ChrgBr', 0],
      ['CdtTrfTxInf', 1, true],
    ],
  },
  CdtTrfTxInf: {
    has: [
      ['PmtId', 1],
      ['PmtTpInf', 0],
      ['Amt', 1],
      ['ChrgBr', 0],
      ['CdtrAgt', 0],
      ['Cdtr', 0],
      ['CdtrAcct', 0],
      ['RmtInf', 0],
    ],
  },
  PmtId: {
    has: [
      ['InstrId', 0],
      ['EndToEndId', 1],
    ],
  },
  Amt: { has: [['InstdAmt', 1]] },
  PmtTpInf: { has: [['SvcLvl', 0, true]] },
  SvcLvl: { has: [['Cd', 1]] },
  ReqdExctnDt: { has: [['Dt', 1]] },
  InitgPty: { has: [['Nm', 0]] },
  Dbtr: { has: [['Nm', 0]] },
  Cdtr: { has: [['Nm', 0]] },
  DbtrAcct: { has: [['Id', 0]] },
  CdtrAcct: { has: [['Id', 0]] },
  Id: { has: [['IBAN', 1]] },
  DbtrAgt: { has: [['FinInstnId', 1]] },
  FinInstnId: { has: [['BICFI', 0]] },
  RmtInf: { has: [['Ustrd', 0, true]] },
  MsgId: max(35),
  PmtInfId: max(35),
  InstrId: max(35),
  EndToEndId: max(35),
  Nm: max(140),
  Ustrd: max(140),
  Cd: max(4),
  NbOfTxs: { is: /^[0-9]{1,15}$/ },
  CtrlSum: DECIMAL,
  InstdAmt: DECIMAL,
  CreDtTm: { is: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
  Dt: { is: /^\d{4}-\d\d-\d\d$/ },
  PmtMtd: { is: /^(CHK|TRF|TRA)$/ },
  BtchBookg: { is: /^(true|false|0|1)$/ },
  ChrgBr: { is: /^(DEBT|CRED|SHAR|SLEV)$/ },
  IBAN,
  BICFI: { is: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/ },
}
type Node = Readonly<Record<string, unknown>>
const ordered = new XMLParser({ preserveOrder: true, ignoreAttributes: false, parseTagValue: false })
const nameIn = (node: Node) => Object.keys(node).find((key) => key !== ':@') ?? ''

/** Where a file breaks the schema's rules. */
const violations = (node: Node): readonly string[] => {
  const name = nameIn(node)
  const rule = PAIN_001_001_09[name]
  if (rule === undefined) return [`${name} is not in the schema`]
  const children = node[name] as readonly Node[]
  if (rule.is)
    return rule.is.test(children.map((child) => String(child['#text'])).join(''))
      ? []
      : [`${name} has a wrong value`]
  const names = children.map(nameIn)
  const positions = names.map((child) => (rule.has ?? []).findIndex(([known]) => known === child))
  const here = [
    ...(positions.includes(-1) ? [`${name} has an unknown child among ${names.join(', ')}`] : []),
    ...(positions.some((position, index) => index > 0 && position < (positions[index - 1] ?? 0))
      ? [`${name} has its children in a wrong order`]
      : []),
    ...(rule.has ?? []).flatMap(([child, least, many]) => {
      const times = names.filter((other) => other === child).length
      return times < least || (many !== true && times > 1) ? [`${name} has ${child} ${times} times`] : []
    }),
  ]
  return [...here, ...children.flatMap(violations)]
}
const rootOf = (xml: string) =>
  (ordered.parse(xml) as Node[]).find((node) => nameIn(node) === 'Document') ?? {}

describe('a payment file', () => {
  it('follows the rules of pain.001.001.09', () => {
    const xml = writePaymentFile(
      [order(), order({ attemptKey: formatAttemptKey(deriveId('test', 'other'), 12), amountMinor: 5 })],
      debtor,
      head,
    )
    const root = rootOf(xml)
    expect((root[':@'] as Node)['@_xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    expect(violations(root)).toEqual([])
    expect(xml).toContain('<CtrlSum>816.45</CtrlSum>')
    expect(xml).toContain('<InstdAmt Ccy="EUR">0.05</InstdAmt>')
    expect(xml).toContain('<Nm>Ana Conceicao Sohne</Nm>')
    expect(xml).not.toContain('NOTPROVIDED')
  })
  it('is rejected with the path of the wrong element', () => {
    expect(
      violations(rootOf(writePaymentFile([order()], debtor, { ...head, messageId: 'x'.repeat(36) }))),
    ).toEqual(['MsgId has a wrong value', 'PmtInfId has a wrong value'])
    expect(violations(rootOf(writePaymentFile([], debtor, head)))).toEqual(['PmtInf has CdtTrfTxInf 0 times'])
  })
  it('is valid for any amount and any name', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000_000 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
        (amountMinor, holderName) => {
          const payee = { holderName, bank: { type: 'sepa', iban: 'DE89370400440532013000' } } as const
          const write = () => writePaymentFile([order({ amountMinor, payee })], debtor, head)
          if (!isSepaName(holderName)) return void expect(write).toThrow('Latin letters')
          const xml = write()
          expect(violations(rootOf(xml))).toEqual([])
          expect(xml).toContain(
            `<CtrlSum>${BigInt(amountMinor) / 100n}.${String(amountMinor % 100).padStart(2, '0')}</CtrlSum>`,
          )
        },
      ),
    )
  })
  it('is refused for a payment that SEPA cannot carry', () => {
    expect(() => writePaymentFile([order({ currency: 'USD' })], debtor, head)).toThrow()
  })
  it('names an attempt in 35 characters, from which its key can be read', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 999 }), (id, n) => {
        const key = formatAttemptKey(id, n)
        expect(formatEndToEndId(key).length).toBeLessThanOrEqual(35)
        expect(parseEndToEndId(formatEndToEndId(key))).toBe(key)
      }),
    )
  })
})
