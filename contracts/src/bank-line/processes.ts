import { categoryOfStream, idOfStream } from '../kernel/message.ts'
import { defineProcess, reactBy } from '../kernel/process.ts'
import type { BankLineEvent } from './messages.ts'

/** Books a line for the payout that two people attached it to. */
export const bankLineProcess = defineProcess({
  name: 'bank-line',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'bankLine' ? idOfStream(stream) : undefined),
  on: reactBy<never, BankLineEvent>({
    BankLineSettled: (_state, { data: { lineId, attemptKey } }) =>
      attemptKey === null
        ? [undefined]
        : [undefined, { kind: 'job', name: 'book-bank-line', data: { lineId } }],
  }),
})
