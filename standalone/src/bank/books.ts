import { z } from 'zod'
import { openFactFile } from '../outside/factFile.ts'

const zPayee = z.record(z.string(), z.unknown())

/**
 * One line of the bank's books, in the order of the bank's own events. Amounts in minor units, times on the
 * bank's own clock.
 */
export const zFact = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('accepted'),
    id: z.string(),
    reference: z.string(),
    amountMinor: z.int(),
    currency: z.string(),
    payee: zPayee,
    at: z.string(),
  }),
  z.strictObject({ kind: z.literal('paid'), id: z.string(), at: z.string() }),
  z.strictObject({ kind: z.literal('failed'), id: z.string(), code: z.string(), at: z.string() }),
  z.strictObject({ kind: z.literal('returned'), id: z.string(), code: z.string(), at: z.string() }),
  z.strictObject({ kind: z.literal('refused'), key: z.string(), code: z.string(), at: z.string() }),
  z.strictObject({
    kind: z.literal('deposits'),
    key: z.string(),
    amountsMinor: z.tuple([z.int(), z.int()]),
    currency: z.string(),
    payee: zPayee,
    at: z.string(),
  }),
  z.strictObject({ kind: z.literal('told'), seq: z.int() }),
  z.strictObject({ kind: z.literal('clock'), aheadMs: z.int() }),
])
export type Fact = z.infer<typeof zFact>

export type Transfer = Readonly<{
  id: string
  reference: string
  amountMinor: number
  currency: string
  payee: Readonly<Record<string, unknown>>
  status: 'accepted' | 'paid' | 'failed' | 'returned'
  code: string | null
  acceptedAt: string
  /** Time of the last change. */
  at: string
}>
export type Deposits = Readonly<Omit<Extract<Fact, { kind: 'deposits' }>, 'kind'>>
/** A change that a webhook and the statement report; `seq` counts the lines of the books. */
export type Movement = Readonly<{ seq: number; transfer: Transfer }>

export type Books = ReturnType<typeof openBooks>

/**
 * The bank's own books: a file with one line for each fact, read at the start. It holds nothing of the system
 * that it pays for.
 */
export const openBooks = (file: string) => {
  const transfers = new Map<string, Transfer>()
  const byReference = new Map<string, string[]>()
  const refusals = new Map<string, Readonly<{ code: string; at: string }>>()
  const deposits = new Map<string, Deposits>()
  const movements: Movement[] = []
  const pending = new Map<number, Movement>()
  let aheadMs = 0
  let seq = 0

  const keep = (transfer: Transfer): void => {
    transfers.set(transfer.id, transfer)
    movements.push({ seq, transfer })
    pending.set(seq, { seq, transfer })
  }
  const apply = (fact: Fact): void => {
    seq += 1
    if (fact.kind === 'accepted') {
      const { kind: status, at, ...rest } = fact
      byReference.set(fact.reference, [...(byReference.get(fact.reference) ?? []), fact.id])
      keep({ ...rest, status, code: null, acceptedAt: at, at })
    } else if (fact.kind === 'paid' || fact.kind === 'failed' || fact.kind === 'returned') {
      const transfer = transfers.get(fact.id)
      if (transfer)
        keep({ ...transfer, status: fact.kind, code: 'code' in fact ? fact.code : null, at: fact.at })
    } else if (fact.kind === 'refused') refusals.set(fact.key, fact)
    else if (fact.kind === 'deposits') {
      const { kind: _kind, ...rest } = fact
      deposits.set(fact.key, rest)
    } else if (fact.kind === 'told') pending.delete(fact.seq)
    else aheadMs = fact.aheadMs
  }

  const { facts, add, close } = openFactFile(file, zFact)
  for (const fact of facts) apply(fact)

  return {
    /** Written to the file before it takes effect. */
    add: (fact: Fact): void => {
      add(fact)
      apply(fact)
    },
    transfers: (): readonly Transfer[] => [...transfers.values()],
    /** Every transfer with this reference: a correct client has one. */
    withReference: (reference: string): readonly Transfer[] =>
      (byReference.get(reference) ?? []).flatMap((id) => transfers.get(id) ?? []),
    refusal: (key: string) => refusals.get(key),
    deposits: (): readonly Deposits[] => [...deposits.values()],
    depositsOf: (key: string) => deposits.get(key),
    /** Changes after a line of the books, oldest first. */
    movementsAfter: (after: number): readonly Movement[] =>
      movements.slice(movements.findLastIndex((movement) => movement.seq <= after) + 1),
    /** Movements that the client has not acknowledged. */
    pendingMovements: (): readonly Movement[] => [...pending.values()],
    /** How far the bank's clock is ahead of the machine's. */
    aheadMs: (): number => aheadMs,
    close,
  }
}
