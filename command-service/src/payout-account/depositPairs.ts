import { createHmac } from 'node:crypto'
import { DEPOSIT_PAIR_DAYS, type BankAccount, type PayoutMethod } from '@hearth/contracts/payout-account'
import type pg from 'pg'
import { identifyBankAccount } from './bankAccount.ts'

/**
 * `own`: the deposits are to be sent for this method. `reused`: the bank account received a pair in this currency
 * lately, which verifies this method, too. `sending`: another method's pair is on its way.
 */
export type DepositClaim = 'own' | 'reused' | 'sending'
export type DepositPairs = ReturnType<typeof openDepositPairs>

/** A pair whose method was removed before the bank answered no longer blocks the bank account. */
const UNANSWERED_DAYS = 1

const CLAIM = `
  insert into app.micro_deposit_pair (bank_key, currency, pair_id)
  values ($1, $2, $3)
  on conflict (bank_key, currency) do update
  set pair_id = excluded.pair_id, claimed_at = now(), sent_at = null
  where
    app.micro_deposit_pair.claimed_at < now() - make_interval(days => ${DEPOSIT_PAIR_DAYS})
    or (
      app.micro_deposit_pair.sent_at is null
      and app.micro_deposit_pair.claimed_at < now() - make_interval(days => ${UNANSWERED_DAYS})
    )`

const FIND = `
  select pair_id as "pairId", sent_at as "sentAt"
  from app.micro_deposit_pair
  where bank_key = $1 and currency = $2`

type Parts = Readonly<{
  pool: pg.Pool
  /** COMMAND_HASH_KEY. */ key: string
}>

type Claimed = Pick<PayoutMethod, 'methodId' | 'currency'>

const claim = async (
  { pool, key }: Parts,
  hostAccountId: string,
  { methodId, currency }: Claimed,
  bank: BankAccount,
): Promise<DepositClaim> => {
  const bankKey = createHmac('sha256', key)
    .update(`micro-deposit-pair/${identifyBankAccount(bank)}`)
    .digest('hex')
  await pool.query(
    `
      delete from app.micro_deposit_pair
      where
        claimed_at < now() - make_interval(days => ${DEPOSIT_PAIR_DAYS})
        and (bank_key, currency) <> ($1, $2)`,
    [bankKey, currency],
  )
  await pool.query(CLAIM, [bankKey, currency, methodId])
  const { rows } = await pool.query<{ pairId: string; sentAt: string | null }>(FIND, [bankKey, currency])
  const pair = rows[0]
  if (pair === undefined) return 'sending'
  if (pair.pairId === methodId) return 'own'
  if (pair.sentAt === null) return 'sending'
  await pool.query(
    `
      insert into app.micro_deposit_method (method_id, host_account_id, pair_id)
      values ($1, $2, $3)
      on conflict (method_id) do nothing`,
    [methodId, hostAccountId, pair.pairId],
  )
  return 'reused'
}

/**
 * Which deposits verify a method: one pair for each bank account and currency in thirty days, whichever hosts
 * add it (docs/domain/payout-account.md#verification).
 */
export const openDepositPairs = (parts: Parts) => ({
  claim: (hostAccountId: string, method: Claimed, bank: BankAccount) =>
    claim(parts, hostAccountId, method, bank),
  /** From now on other methods with the bank account reuse the pair. */
  markSent: async (pairId: string): Promise<void> => {
    await parts.pool.query('update app.micro_deposit_pair set sent_at = now() where pair_id = $1', [pairId])
  },
  /** The bank refused the deposits, so another pair may be sent. */
  release: async (pairId: string): Promise<void> => {
    await parts.pool.query('delete from app.micro_deposit_pair where pair_id = $1', [pairId])
  },
  /** The method whose pair verifies this one, and the account's other methods that share it. */
  read: async (
    hostAccountId: string,
    methodId: string,
  ): Promise<Readonly<{ pairId: string; sharing: readonly string[] }>> => {
    const { rows } = await parts.pool.query<{ pairId: string }>(
      'select pair_id as "pairId" from app.micro_deposit_method where method_id = $1 and host_account_id = $2',
      [methodId, hostAccountId],
    )
    const pairId = rows[0]?.pairId ?? methodId
    const shared = await parts.pool.query<{ methodId: string }>(
      'select method_id as "methodId" from app.micro_deposit_method where pair_id = $1 and host_account_id = $2',
      [pairId, hostAccountId],
    )
    const methods = [pairId, ...shared.rows.map((row) => row.methodId)]
    return { pairId, sharing: methods.filter((id) => id !== methodId) }
  },
})
