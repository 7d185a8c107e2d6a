import { ledger } from '@hearth/command-service/ledger/ledger.decider'
import type { TestService } from '@hearth/command-service/testing/fixture'
import type { Id } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import { unbalanced, type LedgerEvent } from '@hearth/contracts/ledger'
import { payoutOfKey } from '@hearth/contracts/payout'
import { setTimeout as delay } from 'node:timers/promises'
import type { Transfer } from './books.ts'

type Service = Pick<TestService, 'store' | 'pool' | 'handler'>

/** Events of the accounts' ledgers whose lines do not add up to 0, and how many were checked. */
export const balanceOfEvents = async (
  { store }: Service,
  accounts: readonly Id[],
): Promise<Readonly<{ events: number; unbalanced: number }>> => {
  let [events, wrong] = [0, 0]
  for (const account of accounts) {
    for await (const { type, data } of store.read(formatStream(ledger.category, account))) {
      events += 1
      if (unbalanced({ type, data } as LedgerEvent) !== undefined) wrong += 1
    }
  }
  return { events, unbalanced: wrong }
}

/**
 * Payouts whose end differs from what the bank did: one effect where the payout is paid or returned, none
 * otherwise.
 */
export const wrongEffects = async (
  { pool }: Service,
  transfers: readonly Transfer[],
): Promise<readonly string[]> => {
  const effects = new Map<string, number>()
  for (const { reference, status } of transfers) {
    if (status === 'paid' || status === 'returned')
      effects.set(
        payoutOfKey(reference) ?? reference,
        (effects.get(payoutOfKey(reference) ?? reference) ?? 0) + 1,
      )
  }
  const { rows } = await pool.query<{ id: string; state: string }>('select id, state from read.payout')
  const known = new Set(rows.map(({ id }) => id))
  const wrong = rows
    .filter(({ id, state }) => (effects.get(id) ?? 0) !== (state === 'paid' || state === 'returned' ? 1 : 0))
    .map(({ id, state }) => `${id} ${state} ${effects.get(id) ?? 0}`)
  return [...wrong, ...[...effects.keys()].filter((id) => !known.has(id)).map((id) => `${id} unknown`)]
}

/**
 * Resolves when the condition holds. It is checked every second, and again when the database recovers from an
 * error.
 */
export const eventually = async (
  condition: () => Promise<boolean> | boolean,
  within: number,
  what: string,
): Promise<void> => {
  for (const until = Date.now() + within; ;) {
    const held = await Promise.resolve()
      .then(condition)
      .catch((error: unknown) => (Date.now() > until ? Promise.reject(error as Error) : false))
    if (held) return
    if (Date.now() > until) throw new Error(`Waited ${within / 1_000} s in vain for ${what}`)
    await delay(1_000)
  }
}
