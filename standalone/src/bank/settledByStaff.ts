import { accepted, command, type TestService } from '@hearth/command-service/testing/fixture'
import { openDepositCosts } from '@hearth/command-service/payout/depositCosts'
import { formatEndToEndId } from '@hearth/command-service/payout/sepa'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { formatAttemptKey, type ProviderReport } from '@hearth/contracts/payout'
import type { Principal } from '@hearth/platform/session/principal'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { expect } from 'vitest'
import { waitUntilLedgerRead } from './expectOneEffect.ts'
import { totals } from './payoutWorld.ts'

const finance = (id: string): Principal => ({
  actor: { id, kind: 'staff', role: 'finance', name: id },
  listingIds: 'all',
  provedAt: Date.now(),
})
const REASON = 'The bank’s letter of today says the same.'

/** One person of finance proposes, another one approves. */
const decide = async (
  { handle }: TestService,
  id: string,
  [propose, approve]: readonly [string, string],
  data: object,
): Promise<void> => {
  accepted(await handle(command(propose, finance('finance-1'), { ...data, reason: REASON }, { id })))
  accepted(await handle(command(approve, finance('finance-2'), {}, { id })))
}

const compare = async ({ payouts }: TestService) => (await payouts.reconcile?.(0))?.differences

type PaidPayout = Readonly<{ id: Id; account: Id; providerRef: string }>

const readPayouts = async ({ pool }: TestService, accounts: readonly Id[]): Promise<readonly PaidPayout[]> =>
  (
    await pool.query<PaidPayout>(
      `
        select id, host_account_id as account, provider_ref as "providerRef"
        from read.payout
        where host_account_id = any($1) and state = 'paid'
        order by array_position($1, host_account_id)`,
      [accounts],
    )
  ).rows

/** The entries of an account, by kind. */
const readEntries = async ({ pool }: TestService, account: Id) =>
  (
    await pool.query<{ kind: string; minor: number; state: string }>(
      `
        select kind, amount_minor::int as minor, state
        from read.ledger_entry
        where host_account_id = $1
        order by kind`,
      [account],
    )
  ).rows

/** What can be paid out to each account. */
const readAvailable = async ({ pool }: TestService, accounts: readonly Id[]): Promise<readonly number[]> =>
  (
    await pool.query<{ minor: number }>(
      `
        select available_minor::int as minor
        from read.balance
        where host_account_id = any($1)
        order by array_position($1, host_account_id)`,
      [accounts],
    )
  ).rows.map(({ minor }) => minor)

/** Records what the bank says of a payout after it was paid. */
const report = async (
  { payouts }: TestService,
  { id, providerRef }: PaidPayout,
  what: Pick<ProviderReport, 'result' | 'amountMinor' | 'code'>,
): Promise<void> => {
  const outcome = await payouts.sending?.record(id, {
    ...what,
    attemptKey: formatAttemptKey(id, 1),
    providerRef,
    currency: 'EUR',
    at: new Date().toISOString(),
    expectedArrival: null,
  })
  expect(outcome?.kind).toBe('accepted')
}

/**
 * The bank says that one paid payout came back less its charge, and that another one failed. The comparison
 * lists both until two people have confirmed them. Each account was paid `amountMinor`.
 */
export const expectReturnsConfirmed = async (
  service: TestService,
  accounts: readonly [Id, Id],
  amountMinor: number,
  chargeMinor: number,
): Promise<void> => {
  const [one, two] = accounts
  const returnedMinor = amountMinor - chargeMinor
  await waitUntil(async () => (await readPayouts(service, accounts)).length === 2, 30_000, 'the read model')
  await waitUntilLedgerRead(service)
  expect(await compare(service)).toEqual([])
  const [charged, failed] = await readPayouts(service, accounts)
  if (charged === undefined || failed === undefined) throw new Error('Two payouts should be paid')

  await report(service, charged, { result: 'returned', amountMinor: returnedMinor, code: 'rejected' })
  await report(service, failed, { result: 'failed', amountMinor, code: 'account_closed' })
  await waitUntil(async () => (await compare(service))?.length === 2, 30_000, 'the differences')
  const difference = { what: 'returned', expected: 'none' }
  expect((await compare(service))?.toSorted((a, b) => a.actual.localeCompare(b.actual))).toMatchObject([
    { ...difference, payoutId: charged.id, hostAccountId: one, actual: `${returnedMinor} EUR` },
    { ...difference, payoutId: failed.id, hostAccountId: two, actual: `${amountMinor} EUR` },
  ])

  const commands = ['ProposePayoutReturn', 'ApprovePayoutReturn'] as const
  await decide(service, charged.id, commands, { returnedMinor })
  await decide(service, failed.id, commands, { returnedMinor: amountMinor })
  const available = [returnedMinor, amountMinor].join(' ')
  await waitUntil(
    async () => (await readAvailable(service, accounts)).join(' ') === available,
    30_000,
    'the money is available again',
  )
  const owedAgain = [
    { kind: 'goodwill_host_funded', minor: amountMinor, state: 'settled' },
    { kind: 'payout_returned', minor: amountMinor, state: 'open' },
  ]
  const charge = { kind: 'return_charge', minor: -chargeMinor, state: 'open' }
  await waitUntil(async () => (await readEntries(service, one)).length === 3, 30_000, 'the entries')
  expect(await readEntries(service, one)).toEqual([...owedAgain, charge])
  expect(await readEntries(service, two)).toEqual(owedAgain)
  expect((await totals(service, accounts)).openMinor).toBe(returnedMinor + amountMinor)
  await waitUntil(async () => (await compare(service))?.length === 0, 30_000, 'no difference')
  await service.bookkeeper.check()
  expect(await service.bookkeeper.check()).toEqual([])
}

const transfer = (attemptKey: string, amount: string): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
  '<BookgDt><Dt>2026-07-14</Dt></BookgDt><NtryDtls><TxDtls>' +
  `<Refs><EndToEndId>${formatEndToEndId(attemptKey)}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`

/**
 * A bank's line that names a payout which does not exist is a difference until two people set it aside. The
 * deposits that verify a bank account are neither a line nor a difference.
 */
export const expectLineSetAside = async (service: TestService): Promise<void> => {
  const attemptKey = formatAttemptKey(newId(), 1)
  const key = newId()
  await openDepositCosts(service.pool).post(newId(), { key, currency: 'EUR', amountsMinor: [11, 12] })
  const statement =
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S-1</Id>' +
    `<CreDtTm>2026-07-15T04:00:00</CreDtTm>${transfer(`${key}-1`, '0.11')}${transfer(`${key}-2`, '0.12')}` +
    `${transfer(attemptKey, '5.00')}</Stmt></BkToCstmrStmt></Document>`
  const book = () => service.payouts.book?.(statement, 's-1.xml')
  expect((await book())?.leftovers.map(({ entry }) => entry)).toEqual([attemptKey])
  expect(await compare(service)).toMatchObject([
    { what: 'unknown_transfer', hostAccountId: null, actual: '500 EUR' },
  ])
  const readLine = async () =>
    (
      await service.pool.query<{ id: Id; state: string }>(
        'select id, state from read.bank_line where entry = $1',
        [attemptKey],
      )
    ).rows[0]
  await waitUntil(async () => (await readLine()) !== undefined, 30_000, 'the line')
  const commands = ['ProposeBankLineSettlement', 'ApproveBankLineSettlement'] as const
  await decide(service, (await readLine())?.id ?? '', commands, { payoutId: null })
  await waitUntil(async () => (await readLine())?.state === 'settled', 30_000, 'the line is settled')
  expect(await compare(service)).toEqual([])
  await book()
  expect(await compare(service)).toEqual([])
}
