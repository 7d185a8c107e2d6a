import type { Books } from './books.ts'
import type { Hostility } from './hostility.ts'
import { createOrderDesk } from './orders.ts'
import { createSettlement } from './settlement.ts'

const TICK_MS = 50

type Deposit = Readonly<{
  amountsMinor: [number, number]
  currency: string
  payee: Readonly<Record<string, unknown>>
}>
type Options = Readonly<{ books: Books; seed: string; hostility: Hostility }>

export type Bank = ReturnType<typeof openBank>

/**
 * The bank for demonstrations and tests: accepts orders, pays them later and returns some days after. It
 * misbehaves as its hostility says, by seeded chance (docs/domain/faults.md#bank).
 */
export const openBank = ({ books, seed, hostility: initial }: Options) => {
  let hostility = initial
  const now = () => Date.now() + books.aheadMs()
  const setting = { books, seed, hostility: () => hostility, now }
  const { order, replies } = createOrderDesk(setting)
  const settle = createSettlement(setting)
  const timer = setInterval(settle, TICK_MS)

  return {
    books,
    seed,
    order,
    replies,
    hostility: () => hostility,
    setHostility: (next: Hostility): void => {
      hostility = next
    },
    /** Moves the bank's clock forward and executes what is then due. */
    passTime: (ms: number): void => {
      books.add({ kind: 'clock', aheadMs: books.aheadMs() + ms })
      settle()
    },
    deposit: (key: string, deposit: Deposit): void => {
      if (books.depositsOf(key) !== undefined) return
      books.add({ kind: 'deposits', key, ...deposit, at: new Date(now()).toISOString() })
    },
    stop: (): void => clearInterval(timer),
  }
}
