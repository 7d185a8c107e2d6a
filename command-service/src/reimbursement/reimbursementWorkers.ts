import type { DomainCommand } from '@hearth/contracts'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { DecisionVersion } from '@hearth/contracts/reimbursement'
import type { ChargePort } from '../booking/chargePort.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { StepRefusedError } from '../runtime/failure.ts'
import { createInternal } from '../runtime/internal.ts'
import type { Worker } from '../workers/relay.ts'
import { owedByGuest } from './paying.ts'
import { reimbursementFold } from './reimbursement.state.ts'

type Parts = Readonly<{ handler: Pick<CommandHandler, 'handle' | 'view'>; charge: ChargePort }>

/**
 * Charges the guest what a decision comes to, or what the guest agreed to. The provider takes a charge once,
 * however often it is asked; its refusal leaves the amount with the protection fund
 * (docs/domain/reimbursement.md#payment).
 */
const createCharging =
  ({ handler, charge }: Parts): Worker =>
  async ({ reimbursementId = '', version: ofDecision }, trace) => {
    const version: DecisionVersion = ofDecision === '2' ? 2 : 1
    const { state } = await handler.view(reimbursementFold, reimbursementId, 0)
    const owed = state.status === 'none' ? undefined : owedByGuest(state, version)
    if (state.status === 'none' || state.bookingId === null || owed === undefined) return
    const key = deriveId('charge-reimbursement', reimbursementId, String(version))
    const amount = { ...owed, currency: state.currency }
    const answer = await charge({ bookingId: state.bookingId, amount, idempotencyKey: key })
    const command: DomainCommand =
      answer.kind === 'charged'
        ? { type: 'RecordReimbursementCharge', data: { version, providerRef: answer.providerRef } }
        : { type: 'FailReimbursementCharge', data: { version, failure: answer.code } }
    const commandId = deriveId('record-reimbursement-charge', reimbursementId, String(version))
    const outcome = await handler.handle(
      createInternal({ kind: 'command', commandId, id: reimbursementId, ...command }, trace),
    )
    if (outcome.kind === 'rejected') throw new StepRefusedError(command.type, outcome)
  }

export const openReimbursementWorkers = (parts: Parts) => ({ 'charge-reimbursement': createCharging(parts) })
