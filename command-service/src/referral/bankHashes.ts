import { createHmac } from 'node:crypto'
import { identifyBankAccount } from '../payout-account/bankAccount.ts'
import { payoutAccountFold } from '../payout-account/payoutAccount.state.ts'
import { createPayeeReader } from '../payout-account/readPayee.ts'
import type { Streams } from '../runtime/streams.ts'
import type { Vault } from '../vault/vault.ts'

/** Hashes texts about people for comparison. `key`: COMMAND_HASH_KEY. */
export const createReferralHash =
  (key: string) =>
  (kind: 'email' | 'bank', text: string): string =>
    createHmac('sha256', key).update(`referral/${kind}/${text}`).digest('hex')

/** The bank accounts that an account has now, each as a keyed hash; no number leaves the vault. */
export const createBankHashes = ({
  streams,
  vault,
  hash,
}: Readonly<{
  streams: Pick<Streams, 'view'>
  vault: Pick<Vault, 'open'>
  hash: ReturnType<typeof createReferralHash>
}>) => {
  const readPayee = createPayeeReader(vault)
  return async (hostAccountId: string): Promise<readonly string[]> => {
    const { state } = await streams.view(payoutAccountFold, hostAccountId, 0)
    const payees = await Promise.all(
      Object.values(state.methods).map(({ vaultRef }) => readPayee(hostAccountId, vaultRef)),
    )
    return payees.flatMap((payee) =>
      payee === undefined ? [] : hash('bank', identifyBankAccount(payee.bank)),
    )
  }
}
