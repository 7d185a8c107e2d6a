import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatAttemptKey } from '@hearth/contracts/payout'
import { describe, expect, it } from 'vitest'
import { formatEndToEndId } from '../sepa.ts'
import { readBankMessage } from './bankMessage.ts'

const KEY = formatAttemptKey(deriveId('test', 'payout'), 1)
const REF = formatEndToEndId(KEY)
const reason = (code: string) => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`
const group = (content: string) =>
  `<OrgnlGrpInfAndSts><OrgnlMsgId>${REF}</OrgnlMsgId>${content}</OrgnlGrpInfAndSts>`
const transaction = (content: string) =>
  `<TxInfAndSts><OrgnlEndToEndId>${REF}</OrgnlEndToEndId>${content}</TxInfAndSts>`
const payment = (...content: readonly string[]) =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${REF}</OrgnlPmtInfId>${content.join('')}</OrgnlPmtInfAndSts>`

const read = (...content: readonly string[]) => {
  const reading = readBankMessage(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>` +
      `<GrpHdr><MsgId>m</MsgId><CreDtTm>2026-07-14T05:00:00Z</CreDtTm></GrpHdr>${content.join('')}` +
      `</CstmrPmtStsRpt></Document>`,
  )
  if (!reading.ok) throw new Error(reading.why)
  const [document] = reading.documents
  if (document === undefined) throw new Error('No report was read')
  return document
}
const ours = { attemptKey: KEY, providerRef: REF }

describe('a status report', () => {
  it.each([
    ['the file', [group(`<GrpSts>RJCT</GrpSts>${reason('AC04')}`)]],
    ['its payment', [group(''), payment('<PmtInfSts>RJCT</PmtInfSts>', reason('AC04'))]],
    [
      'a transaction',
      [group('<GrpSts>PART</GrpSts>'), payment(transaction(`<TxSts>RJCT</TxSts>${reason('AC04')}`))],
    ],
    ['a transaction of the second version', [group(''), transaction(`<TxSts>RJCT</TxSts>${reason('AC04')}`)]],
    [
      'a transaction with the reason of the file',
      [group(`<GrpSts>RJCT</GrpSts>${reason('AC04')}`), payment(transaction('<TxSts>RJCT</TxSts>'))],
    ],
  ])('rejects %s', (_name, content) =>
    expect(read(...content)).toMatchObject({
      statuses: [{ ...ours, result: 'failed', code: 'account_closed' }],
      leftovers: [],
    }),
  )

  it.each([
    ['AC01', 'invalid_account'],
    ['BE01', 'name_mismatch'],
    ['AM04', 'insufficient_platform_funds'],
    ['FF01', 'rejected'],
  ])('names the reason %s as %s', (code, expected) =>
    expect(read(group(`<GrpSts>RJCT</GrpSts>${reason(code)}`)).statuses).toEqual([
      { ...ours, result: 'failed', code: expected },
    ]),
  )

  it.each(['ACTC', 'ACCP', 'ACSP', 'ACSC', 'ACWC', 'PDNG'])('notes %s', (status) =>
    expect(read(group(`<GrpSts>${status}</GrpSts>`)).statuses).toEqual([
      { ...ours, result: 'accepted', code: null },
    ]),
  )

  it('leaves a duplicate to a person, because the first one may be executed', () =>
    expect(read(group(`<GrpSts>RJCT</GrpSts>${reason('AM05')}`))).toMatchObject({
      statuses: [],
      leftovers: [{ kind: 'unreadable', why: expect.stringContaining('duplicate') }],
    }))

  it('leaves an unknown status, and what is not ours', () => {
    expect(read(group('<GrpSts>CANC</GrpSts>'))).toMatchObject({
      statuses: [],
      leftovers: [{ kind: 'unreadable', why: 'its status is CANC' }],
    })
    expect(read(group('<GrpSts>RJCT</GrpSts>').replace(REF, 'RENT-7'))).toMatchObject({
      statuses: [],
      leftovers: [{ kind: 'foreign', entry: 'RENT-7' }],
    })
  })
})
