import type { ProviderReport } from '@hearth/contracts/payout'
import type pg from 'pg'
import type { MicroDeposits } from './provider.ts'

/** One deposit under its reference at the bank; amount in minor units. */
export type DepositCost = Readonly<Pick<ProviderReport, 'attemptKey' | 'amountMinor' | 'currency'>>

/** The two transfers of a pair of deposits. */
export const listTransfers = ({
  key,
  currency,
  amountsMinor,
}: Omit<MicroDeposits, 'payee'>): readonly DepositCost[] =>
  amountsMinor.map((amountMinor, index) => ({ attemptKey: `${key}-${index + 1}`, amountMinor, currency }))

/** Whether the bank reports that it paid one of these deposits as it was sent. */
export const isDeposit = (
  costs: readonly DepositCost[],
  { attemptKey, result, amountMinor, currency }: ProviderReport,
): boolean =>
  result === 'paid' &&
  costs.some(
    (cost) =>
      cost.attemptKey === attemptKey && cost.amountMinor === amountMinor && cost.currency === currency,
  )

/**
 * The account of what deposits cost Hearth, against the bank
 * (docs/domain/payout-account.md#cost-of-verification).
 */
export const openDepositCosts = (pool: pg.Pool) => ({
  /** Posts the deposits that the bank has accepted; repeated, it changes nothing. */
  post: async (methodId: string, deposits: Omit<MicroDeposits, 'payee'>): Promise<void> => {
    const transfers = listTransfers(deposits)
    await pool.query(
      `
        insert into app.deposit_cost (method_id, currency, attempt_key, amount_minor)
        select $1, $2, *
        from unnest($3::text[], $4::bigint[])
        on conflict do nothing`,
      [
        methodId,
        deposits.currency,
        transfers.map(({ attemptKey }) => attemptKey),
        transfers.map(({ amountMinor }) => amountMinor),
      ],
    )
  },
  /** Those of these attempts that are deposits. */
  find: async (attemptKeys: readonly string[]): Promise<readonly DepositCost[]> =>
    (
      await pool.query<DepositCost>(
        `
          select attempt_key as "attemptKey", amount_minor as "amountMinor", currency
          from app.deposit_cost
          where attempt_key = any($1)`,
        [attemptKeys],
      )
    ).rows,
})
export type DepositCosts = ReturnType<typeof openDepositCosts>
