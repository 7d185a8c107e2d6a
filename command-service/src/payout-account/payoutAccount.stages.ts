import { lastFourOf, type Vault } from '../vault/vault.ts'
import type { Payee } from '../payout/provider.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { TRANSIENT_CODES, refuse, type Envelope, type Outcome } from '../runtime/outcome.ts'
import { whereOf } from './bankAccount.ts'
import { vaultRefOf } from './methods.ts'

type Handle = (envelope: Envelope) => Promise<Outcome>

const BRINGS_NUMBER: readonly string[] = ['AddPayoutMethod', 'ImportPayoutMethod']

export type PayoutAccountFlowOptions = Readonly<{
  handle: Handle
  handler: Pick<CommandHandler, 'locate' | 'guard'>
  vault: Pick<Vault, 'keep' | 'remove'>
}>

/** Around every command: a bank account stands in the vault before an event says so, and only if one does. */
export const createPayoutAccountFlow = ({ handle, handler, vault }: PayoutAccountFlowOptions): Handle => {
  const withNumber = async (envelope: Envelope): Promise<Outcome> => {
    const target = await handler.locate(envelope)
    if (target.kind === 'rejected') return target
    const { tenantId } = target
    const { bank, holderName } = envelope.data as Payee
    const id = vaultRefOf(tenantId, envelope.commandId)
    const kept = await vault.keep({
      id,
      tenantId,
      subjectId: tenantId,
      kind: 'bank_account',
      content: JSON.stringify({ holderName, bank } satisfies Payee),
      last4: lastFourOf(whereOf(bank).number),
    })
    if (kept === 'other')
      return refuse(
        'IDEMPOTENCY_KEY_REUSED',
        'A different command was sent with this Idempotency-Key. Use a new one.',
      )
    const outcome = await handle(envelope)
    // What a repetition kept may be what the first attempt's event names.
    if (
      outcome.kind === 'rejected' &&
      kept === 'kept' &&
      !TRANSIENT_CODES.includes(outcome.code) &&
      outcome.code !== 'INTERNAL'
    )
      await vault.remove(tenantId, id)
    return outcome
  }
  return (envelope) =>
    BRINGS_NUMBER.includes(envelope.type)
      ? handler.guard(envelope, () => withNumber(envelope))
      : handle(envelope)
}
