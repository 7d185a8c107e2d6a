import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accepted, command, PEOPLE, type TestService } from '@hearth/command-service/testing/fixture'
import { ledger } from '@hearth/command-service/ledger/ledger.decider'
import { SCHEDULER } from '@hearth/command-service/runtime/internal'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { entryFrom } from '@hearth/contracts/ledger'
import { payoutOfKey } from '@hearth/contracts/payout'
import { openQueue, type QueuePlace } from '@hearth/platform/jobs/queue'
import express from 'express'
import { openSandboxBank, type SandboxBankOptions } from './openSandboxBank.ts'
import type { Transfer } from './books.ts'

/**
 * Everything here began long ago, so that no payout method is in its waiting period and every entry is
 * available.
 */
const LONG_AGO = '2026-01-05T09:00:00.000Z'
/** A Wednesday on which banks pay. */
export const BUSINESS_DAY = '2026-03-04T09:00:00.000Z'
const IBAN = 'DE89370400440532013000'

/** The sandbox bank at an address of its own. */
export const startBank = async (options: SandboxBankOptions) => {
  const { api, pages, bank, close } = openSandboxBank(options)
  const server = createServer(express().use('/bank', api).use('/dev', pages)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    bank,
    origin,
    url: `${origin}/bank`,
    close: async (): Promise<void> => {
      close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
export type TestBank = Awaited<ReturnType<typeof startBank>>

type Service = Pick<TestService, 'handle' | 'handler'>

/** An account with a verified bank account in euros; `iban`: another one. */
export const openPaidAccount = async ({ handle }: Service, iban = IBAN): Promise<Id> => {
  const at = { occurredAt: LONG_AGO }
  const { id } = accepted(
    await handle(
      command(
        'OpenAccount',
        PEOPLE.importer,
        {
          displayName: 'Casa Sol',
          kind: 'company',
          country: 'PT',
          defaultCurrency: 'EUR',
          timezone: 'Europe/Lisbon',
        },
        at,
      ),
    ),
  )
  accepted(
    await handle(
      command(
        'ImportPayoutMethod',
        PEOPLE.importer,
        { currency: 'EUR', holderName: 'Casa Sol', bankName: null, bank: { type: 'sepa', iban } },
        { id, ...at },
      ),
    ),
  )
  return id
}

/**
 * Owes the account this many minor units of euros from long ago; once for each `id`, however often it is
 * called.
 */
export const owe = async (
  { handle }: Service,
  accountId: Id,
  amountMinor: number,
  id: Id = newId(),
): Promise<void> => {
  const source = { stream: 'booking-test', revision: 0, eventId: id }
  const entry = entryFrom(
    {
      kind: 'goodwill_host_funded',
      currency: 'EUR',
      availableAt: LONG_AGO,
      listingId: null,
      bookingId: null,
      source,
      policies: [],
      text: 'Owed by a test',
    },
    [{ code: 'goodwill', amountMinor, basis: { rule: 'stated' } }],
  )
  accepted(
    await handle({
      ...command('PostEntries', SCHEDULER, { accountId, entries: [entry] }, { commandId: id }),
      internal: true,
      occurredAt: LONG_AGO,
    }),
  )
}

/** Cents owed, in transit and paid, over all accounts. */
export const totals = async ({ handler }: Service, accounts: readonly Id[]) => {
  let [openMinor, inTransitMinor, paidMinor] = [0, 0, 0]
  for (const account of accounts) {
    const euros = (await handler.view(ledger, account, 0)).state.totals.EUR
    openMinor += euros?.openMinor ?? 0
    inTransitMinor += euros?.inTransitMinor ?? 0
    paidMinor += euros?.paidMinor ?? 0
  }
  return { openMinor, inTransitMinor, paidMinor }
}

export type BankTotals = Readonly<{
  paidMinor: number
  returnedMinor: number
  /** Payouts that were executed twice. */ twice: readonly string[]
}>

/**
 * The amounts that the bank moved according to its own books, and the payouts that had more than one effect.
 */
export const bankTotals = (transfers: readonly Transfer[]): BankTotals => {
  const moved = transfers.filter(({ status }) => status === 'paid' || status === 'returned')
  const seen = new Map<string, number>()
  for (const { reference } of moved)
    seen.set(payoutOfKey(reference) ?? reference, (seen.get(payoutOfKey(reference) ?? reference) ?? 0) + 1)
  const readSum = (status: Transfer['status']) =>
    moved
      .filter((transfer) => transfer.status === status)
      .reduce((total, { amountMinor }) => total + amountMinor, 0)
  return {
    paidMinor: readSum('paid'),
    returnedMinor: readSum('returned'),
    twice: [...seen].filter(([, times]) => times > 1).map(([id]) => id),
  }
}

/** The number of payouts in each state, as in the read model; of these accounts or of all. */
export const payoutStates = async (
  { pool }: Pick<TestService, 'pool'>,
  accounts?: readonly Id[],
): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await pool.query<{ state: string; count: number }>(
    `select state, count(*)::int as count
    from read.payout
    where $1::text[] is null or host_account_id = any($1)
    group by state`,
    [accounts ?? null],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Counts the payouts that workers have in hand, according to their queue. */
export const openActiveCount = async (place: QueuePlace) => {
  const queue = await openQueue('payouts', place, 1)
  return {
    readActive: async (): Promise<number> =>
      // While the queue is lost, nothing is active.
      (await queue.getJobCounts('active').catch(() => undefined))?.['active'] ?? 0,
    close: () => queue.close(),
  }
}
