import type { AccountState } from '../account/account.state.ts'

export type SelfReferralReads = Readonly<{
  readAccount: (hostAccountId: string) => Promise<AccountState>
  /** Bank accounts of a host, each as a keyed hash. */
  hashBankAccounts: (hostAccountId: string) => Promise<readonly string[]>
  /** Tax numbers of a host, each as a keyed hash. */
  listTaxNumbers: (hostAccountId: string) => Promise<readonly string[]>
}>

/**
 * Whether one host is behind both accounts: the same account, a person who is or was in both, the same account
 * at a bank, or the same tax number (docs/domain/referral.md#self-referral).
 */
export const isSelfReferral = async (
  { readAccount, hashBankAccounts, listTaxNumbers }: SelfReferralReads,
  one: string,
  other: string,
): Promise<boolean> => {
  if (one === other) return true
  const listPeople = async (id: string): Promise<readonly string[]> => {
    const account = await readAccount(id)
    return account.status === 'none'
      ? []
      : Object.values(account.members).flatMap(({ userId }) => userId ?? [])
  }
  for (const list of [listPeople, hashBankAccounts, listTaxNumbers]) {
    const [ours, theirs] = [await list(one), await list(other)]
    if (ours.some((mark) => theirs.includes(mark))) return true
  }
  return false
}
