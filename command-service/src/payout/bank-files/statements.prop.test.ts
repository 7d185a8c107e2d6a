import { formatAttemptKey } from '@hearth/contracts/payout'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  AMOUNT_PLACES,
  REFERENCE_PLACES,
  STATEMENT_VERSIONS,
  writeStatementMessage,
  type WrittenEntry,
} from '../../testing/statementWriter.ts'
import { readBankMessage } from './bankMessage.ts'

const RUNS_OF_A_VERSION = 250

const transfer = fc.record({
  attemptKey: fc.option(
    fc.tuple(fc.uuid(), fc.integer({ min: 1, max: 999 })).map(([id, n]) => formatAttemptKey(id, n)),
    { freq: 6 },
  ),
  amountMinor: fc.integer({ min: 1, max: 10_000_000_000 }),
  reference: fc.constantFrom(...REFERENCE_PLACES),
  upperCase: fc.boolean(),
  amount: fc.constantFrom(...AMOUNT_PLACES),
})
const entry: fc.Arbitrary<WrittenEntry> = fc.record({
  returned: fc.boolean(),
  booked: fc.boolean(),
  day: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  dayForm: fc.constantFrom('date', 'zoned', 'time', 'value'),
  transfers: fc.array(transfer, { minLength: 1, maxLength: 4 }),
})
const statements = fc.array(fc.array(entry, { maxLength: 5 }), { maxLength: 3 })

test.each(STATEMENT_VERSIONS)('statements of version %s are read back to the unit', (version) => {
  fc.assert(
    fc.property(statements, fc.constantFrom('', 'ns2', 'camt'), (written, prefix) => {
      const reading = readBankMessage(writeStatementMessage({ version, prefix, statements: written }))
      const read = reading.ok ? reading.documents : []
      expect(
        read.map(({ reports }) =>
          reports.map(({ attemptKey, amountMinor, result, at }) => ({ attemptKey, amountMinor, result, at })),
        ),
      ).toEqual(
        written.map((entries) =>
          entries.flatMap(({ booked, returned, day, transfers }) =>
            (booked ? transfers : []).flatMap(({ attemptKey, amountMinor }) =>
              attemptKey === null
                ? []
                : {
                    attemptKey,
                    amountMinor,
                    result: returned ? 'returned' : 'paid',
                    at: `${day}T00:00:00.000Z`,
                  },
            ),
          ),
        ),
      )
      expect(read.flatMap(({ leftovers }) => leftovers).filter(({ kind }) => kind !== 'foreign')).toEqual([])
    }),
    { numRuns: RUNS_OF_A_VERSION },
  )
})
