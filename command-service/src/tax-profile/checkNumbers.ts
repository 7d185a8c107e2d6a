import type { DomainCommand } from '@hearth/contracts'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import type { TaxAuthorities } from './authorities.ts'
import type { TaxNumber } from './taxNumber.ts'
import { taxProfileFold } from './taxProfile.state.ts'

export type CheckNumbersParts = Readonly<{
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  authorities: TaxAuthorities
  readNumbers: (hostAccountId: string, vaultRef: string) => Promise<readonly TaxNumber[] | undefined>
}>

/** Asks the authorities whose the numbers are, and records what they answer. A repetition records it once. */
export const createNumberChecks = ({
  handler,
  handle,
  authorities,
  readNumbers,
}: CheckNumbersParts): Readonly<Record<'match-tin' | 'check-vat-id', Worker>> => {
  const record = async (command: SystemCommand<DomainCommand>, correlationId: string) => {
    const outcome = await handle(createInternal(command, { correlationId }))
    if (outcome.kind === 'rejected' && outcome.code !== 'NOT_FOUND') throw new RetryableError(outcome.code)
  }
  const readState = async (hostAccountId: string) =>
    (await handler.view(taxProfileFold, hostAccountId, 0)).state
  return {
    'match-tin': async ({ hostAccountId = '', vaultRef = '' }, { correlationId }) => {
      const { form } = await readState(hostAccountId)
      if (form === null || form.vaultRef !== vaultRef || form.match !== 'pending') return
      const [tin] = (await readNumbers(hostAccountId, vaultRef)) ?? []
      if (tin === undefined) return
      const answer = await authorities.matchTin({ tin, name: form.person.legalName })
      if (answer.kind === 'unknown') throw new RetryableError(answer.why)
      await record(
        {
          kind: 'command',
          commandId: deriveId('record-tin-match', vaultRef),
          type: 'RecordTinMatch',
          id: hostAccountId,
          data: { vaultRef, outcome: answer.kind === 'matched' ? 'matched' : answer.code },
        },
        correlationId,
      )
    },
    'check-vat-id': async ({ hostAccountId = '', vaultRef = '' }, { correlationId }) => {
      const { vat } = await readState(hostAccountId)
      if (vat === null || vat.vaultRef !== vaultRef || vat.status !== 'pending') return
      const [number] = (await readNumbers(hostAccountId, vaultRef)) ?? []
      if (number === undefined) return
      const answer = await authorities.checkVatId({ country: vat.country, number: number.number })
      if (answer.kind === 'unknown') throw new RetryableError(answer.why)
      await record(
        {
          kind: 'command',
          commandId: deriveId('record-vat-check', vaultRef),
          type: 'RecordVatCheck',
          id: hostAccountId,
          data: { vaultRef, ok: answer.kind === 'valid' },
        },
        correlationId,
      )
    },
  }
}
