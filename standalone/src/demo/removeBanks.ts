import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { DEMO_LOGINS } from './logins.ts'
import { requireId } from './requireId.ts'
import { withSessions, type SessionOptions } from './sessions.ts'
import { demoKey, WORLD } from './world.ts'

/**
 * Lets owners remove their bank accounts, which their listings needed to go live. This comes before the first
 * stay: the only bank account of a balance can’t be removed.
 */
export const removeDemoBanks = async (
  options: SessionOptions,
  accounts: Readonly<Record<string, Id>>,
): Promise<void> => {
  for (const { name, banks } of WORLD.filter(({ removesBanks }) => removesBanks)) {
    const hostAccountId = accounts[name] ?? ''
    const emails = DEMO_LOGINS.flatMap(({ account, email, role }) =>
      account === name && role === 'owner' ? [email] : [],
    )
    await withSessions(options, { emails, hostAccountId }, async ([send]) => {
      if (send === undefined) throw new Error(`${name} has no owner`)
      for (const { currency } of banks)
        requireId(
          await send({
            path: `/api/payout-accounts/${hostAccountId}/remove-method`,
            // As the command service derives it from the key of the import.
            body: { methodId: deriveId('id', demoKey('bank', name, currency), 'method') },
            key: demoKey('remove bank', name, currency),
          }),
        )
    })
  }
}
