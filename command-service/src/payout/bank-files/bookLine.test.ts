import type { BankLineEvent } from '@hearth/contracts/bank-line'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatAttemptKey } from '@hearth/contracts/payout'
import { expect, it } from 'vitest'
import { evolveBy, type Foldable } from '../../runtime/decider.ts'
import { notFound, RetryableError } from '../../runtime/outcome.ts'
import { createLineBooker } from './bookLine.ts'
import { DocumentBusyError, type TakeTurn } from './documentTurns.ts'

const AT = '2026-07-15T04:00:00.000Z'
const lineId = deriveId('test', 'line')
const payoutId = deriveId('test', 'payout')
const attemptKey = formatAttemptKey(payoutId, 1)
const settled: readonly BankLineEvent[] = [
  {
    type: 'BankLineFound',
    data: {
      lineId,
      file: 's-1.xml',
      document: 'camt.053/S-1',
      entry: '7',
      direction: 'out',
      amount: '816.40 EUR',
      amountMinor: 81_640,
      currency: 'EUR',
      day: '2026-07-14',
      text: 'Rent',
      why: 'It names no payment.',
    },
  },
  { type: 'BankLineSettled', data: { lineId, payoutId, reason: 'By phone', attemptKey, by: 'u2' } },
]
const withdrawn: BankLineEvent = { type: 'BankLineWithdrawn', data: { lineId } }

/** Books the line; other processes act while it waits for the turn of its document. */
const bookLine = async (waitForTurn: (events: BankLineEvent[]) => void) => {
  const events = [...settled]
  const done: string[] = []
  const takeTurn: TakeTurn = async (document, work) => {
    done.push(document)
    waitForTurn(events)
    return work()
  }
  const book = createLineBooker({
    handler: {
      view: async <S>(of: Foldable<S>) => ({
        state: events.reduce<S>((state, event) => evolveBy(of, state, event, AT), of.initial),
      }),
    },
    lines: { attach: async () => void done.push('attach the line') },
    movements: { attach: async () => void done.push('attach the movement') },
    record: async () => {
      done.push('record')
      return notFound()
    },
    takeTurn,
  })
  await book({ lineId }, { correlationId: lineId })
  return done
}

it('books a settled line in the turn of its document', async () =>
  expect(await bookLine(() => undefined)).toEqual([
    'camt.053/S-1',
    'attach the line',
    'attach the movement',
    'record',
  ]))

it('books nothing when a correction took the line away before its turn', async () =>
  expect(await bookLine((events) => events.push(withdrawn))).toEqual(['camt.053/S-1']))

it('is tried again while another process books the document', async () => {
  const busy = bookLine(() => {
    throw new DocumentBusyError('It is booked now')
  })
  await expect(busy).rejects.toThrow(RetryableError)
})
