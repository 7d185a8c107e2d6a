import type { Books, Transfer } from './books.ts'
import { chance, type Hostility } from './hostility.ts'

const RETURN_AFTER_MS = 2 * 24 * 3_600_000
/** The outcome of a transfer by the last four digits of its account, for demonstrations and tests. */
const OUTCOME_BY_ENDING: Readonly<Record<string, 'failed' | 'returned'>> = {
  '9901': 'failed',
  '9902': 'returned',
}

const findForcedOutcome = ({ payee }: Transfer): 'failed' | 'returned' | undefined => {
  const bank = (payee['bank'] ?? {}) as Readonly<Record<string, unknown>>
  const number = bank['iban'] ?? bank['accountNumber']
  return typeof number === 'string' ? OUTCOME_BY_ENDING[number.slice(-4)] : undefined
}

type Setting = Readonly<{ books: Books; seed: string; hostility: () => Hostility; now: () => number }>

/** Pays accepted transfers once they are due, fails some, and returns some days later. */
export const createSettlement = ({ books, seed, hostility, now }: Setting) => {
  // Only transfers that can still change, so that a tick does not scan the whole history.
  const open = new Map<string, Transfer>()
  let lastSeq = 0

  const settle = (transfer: Transfer): void => {
    const { id, reference, status, acceptedAt, at } = transfer
    const happens = (outcome: 'failed' | 'returned') =>
      findForcedOutcome(transfer) === outcome || chance(seed, outcome, reference) < hostility()[outcome]
    const age = now() - Date.parse(status === 'accepted' ? acceptedAt : at)
    const record = { id, at: new Date(now()).toISOString() }
    if (status === 'accepted') {
      if (age < hostility().settleMs) return
      books.add(
        happens('failed')
          ? { kind: 'failed', code: 'account_closed', ...record }
          : { kind: 'paid', ...record },
      )
    } else if (status === 'paid' && happens('returned')) {
      if (age >= RETURN_AFTER_MS) books.add({ kind: 'returned', code: 'account_closed', ...record })
    } else open.delete(id)
  }

  /** Executes everything that is due by now. */
  return (): void => {
    for (const { seq, transfer } of books.movementsAfter(lastSeq)) {
      lastSeq = seq
      open.set(transfer.id, transfer)
    }
    for (const transfer of open.values()) settle(transfer)
  }
}
