import type { BankLine, BankLineCommand } from '@hearth/contracts/bank-line'
import { deriveId, newId, type Id } from '@hearth/contracts/kernel/ids'
import { payoutOfKey } from '@hearth/contracts/payout'
import { bankLineFold } from '../../bank-line/bankLine.state.ts'
import type { CommandHandler } from '../../runtime/commandHandler.ts'
import type { Foldable } from '../../runtime/decider.ts'
import { createInternal } from '../../runtime/internal.ts'
import { RetryableError, TRANSIENT_CODES, type Outcome } from '../../runtime/outcome.ts'
import type { Worker } from '../../workers/relay.ts'
import type { BankMovements } from '../bankMovements.ts'
import type { Sending } from '../sending.ts'
import { reportAttached, type BankLines } from './bankLines.ts'
import type { TakeTurn } from './documentTurns.ts'

export type LineBookingOptions = Readonly<{
  handler: Readonly<{
    view: <S>(of: Foldable<S>, id: string, maxAgeMs?: number) => Promise<Readonly<{ state: S }>>
  }>
  lines: Pick<BankLines, 'attach'>
  movements: Pick<BankMovements, 'attach'>
  record: Sending['record']
  takeTurn: TakeTurn
}>

/** The commands by which messages of banks make lines visible and take them back. */
export const createLineCommands = ({ handler }: Readonly<{ handler: Pick<CommandHandler, 'handle'> }>) => {
  const send = (id: Id, command: BankLineCommand): Promise<Outcome> =>
    handler.handle(
      createInternal({ kind: 'command', commandId: newId(), id, ...command }, { correlationId: id }),
    )
  return {
    recordLine: (id: Id, line: BankLine) => send(id, { type: 'RecordBankLine', data: line }),
    withdrawLine: (id: Id) => send(id, { type: 'WithdrawBankLine', data: {} }),
  }
}

/** Books the line if it is settled for an attempt. Its document's turn is taken. */
const bookSettledLine = async (
  { handler, lines, movements, record }: LineBookingOptions,
  lineId: string,
): Promise<void> => {
  const { state } = await handler.view(bankLineFold, lineId, 0)
  if (state.status !== 'settled' || state.attemptKey === null) return
  const { line, attemptKey } = state
  const report = reportAttached(line, attemptKey)
  if (report === undefined) return
  await lines.attach(lineId, line.document, attemptKey)
  await movements.attach(line.document, report)
  const outcome = await record(payoutOfKey(attemptKey) ?? '', report, deriveId('bank-line', lineId))
  if (outcome.kind === 'rejected' && TRANSIENT_CODES.includes(outcome.code))
    throw new RetryableError(outcome.code)
}

/**
 * Books a line for the attempt that two people attached it to, as if the bank had named it. Repeated, it
 * changes nothing. A correction that takes the line away is booked before or after it, never meanwhile.
 */
export const createLineBooker =
  (options: LineBookingOptions): Worker =>
  async ({ lineId = '' }) => {
    const { state } = await options.handler.view(bankLineFold, lineId, 0)
    if (state.status === 'settled')
      await options.takeTurn(state.line.document, () => bookSettledLine(options, lineId))
  }
