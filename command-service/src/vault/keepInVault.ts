import type { Id } from '@hearth/contracts/kernel/ids'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { refuse, TRANSIENT_CODES, type Envelope } from '../runtime/outcome.ts'
import type { Around } from '../runtime/pipeline.ts'
import type { Vault, VaultKind } from './vault.ts'

/** What a command keeps in the vault, and under which id, which its event names. */
export type VaultContent = Readonly<{ id: Id; kind: VaultKind; content: string; last4: string }>

/**
 * A stage that stores the numbers of a command in the vault before the event that names them, and removes them if
 * the command is refused. They belong to the account of the command's target.
 */
export const keepInVault =
  <Data>(
    handler: Pick<CommandHandler, 'locate'>,
    vault: Pick<Vault, 'keep' | 'remove'>,
    describe: (envelope: Envelope<Data>, tenantId: string) => VaultContent,
  ): Around<Data> =>
  async (envelope, next) => {
    const target = await handler.locate(envelope)
    if (target.kind === 'rejected') return target
    const { tenantId } = target
    const entry = describe(envelope, tenantId)
    const kept = await vault.keep({ ...entry, tenantId, subjectId: tenantId })
    if (kept === 'other')
      return refuse(
        'IDEMPOTENCY_KEY_REUSED',
        'A different command was sent with this Idempotency-Key. Use a new one.',
      )
    const outcome = await next(envelope)
    // An entry that existed before this attempt may be named by the event of an earlier one.
    if (
      outcome.kind === 'rejected' &&
      kept === 'kept' &&
      !TRANSIENT_CODES.includes(outcome.code) &&
      outcome.code !== 'INTERNAL'
    )
      await vault.remove(tenantId, entry.id)
    return outcome
  }
