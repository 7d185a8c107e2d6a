import type { BankLine, BankLineEvent } from '@hearth/contracts/bank-line'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Actor } from '@hearth/contracts/kernel/message'
import { describe, it } from 'vitest'
import { ADMIN, given, SCHEDULER } from '../testing/given.ts'
import { bankLine } from './bankLine.decider.ts'
import type { BankLineFacts } from './bankLine.facts.ts'

const ID = deriveId('test', 'bank-line')
const PAYOUT = deriveId('test', 'payout')
const FINANCE: Actor = { id: 'finance', kind: 'staff', role: 'finance', name: 'Femi' }
const reason = 'The bank left out our reference; amount and day match.'
const line: BankLine = {
  file: 's-1.xml',
  document: 'statement/DE1/S-1/2026',
  entry: '12',
  direction: 'out',
  amount: '816.40 EUR',
  amountMinor: 81_640,
  currency: 'EUR',
  day: '2026-07-14',
  text: 'Payout July',
  why: 'it isn’t one of our payments',
}
const foundLine = (more: Partial<BankLine> = {}): BankLineEvent => ({
  type: 'BankLineFound',
  data: { lineId: ID, ...line, ...more },
})
const found = foundLine()
const proposedFor = (payoutId: string | null): BankLineEvent => ({
  type: 'BankLineSettlementProposed',
  data: { lineId: ID, payoutId, reason, by: FINANCE.id },
})
const settled: BankLineEvent = {
  type: 'BankLineSettled',
  data: { lineId: ID, payoutId: null, reason, attemptKey: null, by: ADMIN.id },
}
const withdrawn: BankLineEvent = { type: 'BankLineWithdrawn', data: { lineId: ID } }
const sent: BankLineFacts = { payout: { attemptKey: `${PAYOUT}-1`, currency: 'EUR' } }
const by = (actor: Actor, facts: BankLineFacts = { payout: null }) => ({ id: ID, actor, facts })

const record = { type: 'RecordBankLine', data: line } as const
const withdraw = { type: 'WithdrawBankLine', data: {} } as const
const propose = (payoutId: string | null) =>
  ({ type: 'ProposeBankLineSettlement', data: { payoutId, reason } }) as const
const approve = { type: 'ApproveBankLineSettlement', data: {} } as const
const refuse = { type: 'RejectBankLineSettlement', data: { reason } } as const

describe('a bank line that was not recognized', () => {
  it('is recorded once, and again when the bank takes its correction back', () => {
    given(bankLine).when(record, by(SCHEDULER)).thenEvents(found)
    for (const history of [[found], [found, proposedFor(null)], [found, settled]])
      given(bankLine, ...history)
        .when(record, by(SCHEDULER))
        .thenNothing()
    given(bankLine, found, withdrawn).when(record, by(SCHEDULER)).thenEvents(found)
  })

  it('is withdrawn by a correction, whatever was decided', () => {
    for (const history of [[found], [found, proposedFor(null)], [found, settled]])
      given(bankLine, ...history)
        .when(withdraw, by(SCHEDULER))
        .thenEvents(withdrawn)
    given(bankLine, found, withdrawn).when(withdraw, by(SCHEDULER)).thenNothing()
    given(bankLine).when(withdraw, by(SCHEDULER)).thenNothing()
  })

  it('is set aside by two people', () => {
    given(bankLine, found).when(propose(null), by(FINANCE)).thenEvents(proposedFor(null))
    given(bankLine, found, proposedFor(null)).when(approve, by(FINANCE)).thenRefused('FOUR_EYES_SAME_ACTOR')
    given(bankLine, found, proposedFor(null)).when(approve, by(ADMIN)).thenEvents(settled)
  })

  it('is attached to the last attempt of a payout by two people', () => {
    given(bankLine, found).when(propose(PAYOUT), by(FINANCE, sent)).thenEvents(proposedFor(PAYOUT))
    given(bankLine, found, proposedFor(PAYOUT))
      .when(approve, by(ADMIN, sent))
      .thenEvents({
        type: 'BankLineSettled',
        data: { lineId: ID, payoutId: PAYOUT, reason, attemptKey: `${PAYOUT}-1`, by: ADMIN.id },
      })
  })

  it('is never attached to what was not sent, or is in another currency, or without an amount or day', () => {
    given(bankLine, found).when(propose(PAYOUT), by(FINANCE)).thenRefused('VALIDATION_FAILED')
    given(bankLine, found, proposedFor(PAYOUT)).when(approve, by(ADMIN)).thenRefused('VALIDATION_FAILED')
    given(bankLine, foundLine({ currency: 'USD' }))
      .when(propose(PAYOUT), by(FINANCE, sent))
      .thenRefused('CURRENCY_MISMATCH')
    for (const missing of [{ amountMinor: null, currency: null }, { day: null }, { direction: null }])
      given(bankLine, foundLine(missing))
        .when(propose(PAYOUT), by(FINANCE, sent))
        .thenRefused('PRECONDITION_FAILED', { rule: 'bank_line_unreadable' })
  })

  it('can be proposed again after a rejection by another person', () => {
    given(bankLine, found, proposedFor(null)).when(refuse, by(FINANCE)).thenRefused('FOUR_EYES_SAME_ACTOR')
    const rejected: BankLineEvent = {
      type: 'BankLineSettlementRejected',
      data: { lineId: ID, by: ADMIN.id, reason },
    }
    given(bankLine, found, proposedFor(null)).when(refuse, by(ADMIN)).thenEvents(rejected)
    given(bankLine, found, proposedFor(null), rejected)
      .when(propose(null), by(ADMIN))
      .thenEvents({ type: 'BankLineSettlementProposed', data: { by: ADMIN.id } })
  })

  it('is decided once, and only after a proposal', () => {
    given(bankLine, found, proposedFor(null)).when(propose(null), by(ADMIN)).thenRefused('INVALID_TRANSITION')
    given(bankLine, found).when(approve, by(ADMIN)).thenRefused('INVALID_TRANSITION')
    for (const end of [settled, withdrawn])
      for (const command of [propose(null), approve, refuse])
        given(bankLine, found, end).when(command, by(ADMIN)).thenRefused('ALREADY_DECIDED')
    for (const command of [propose(null), approve, refuse])
      given(bankLine).when(command, by(ADMIN)).thenRefused('NOT_FOUND')
  })
})
