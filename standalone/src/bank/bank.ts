import { createHash } from 'node:crypto'
import type { Books, Transfer } from './books.ts'
import { chance, type Hostility } from './hostility.ts'

/** The bank remembers idempotency keys for so long, on its own clock, and not a minute longer. */
export const KEYS_KEPT_MS = 24 * 3_600_000
const RETURNED_AFTER_MS = 2 * 24 * 3_600_000
const ARRIVES_AFTER_MS = 3 * 24 * 3_600_000
const TICK_MS = 50
/** Account numbers that end so behave so, for demonstrations and tests. */
const ENDINGS: Readonly<Record<string, 'failed' | 'returned'>> = { '9901': 'failed', '9902': 'returned' }

export type Order = Readonly<{
  reference: string
  amountMinor: number
  currency: string
  payee: Readonly<Record<string, unknown>>
}>
/** How an order was answered, and how the answer goes out. */
export type Reply = Readonly<{ status: number; body: unknown; delivery: 'now' | 'late' | 'cut' | 'silent' }>

const endingOf = ({ payee }: Pick<Order, 'payee'>): 'failed' | 'returned' | undefined => {
  const number = Object.entries((payee['bank'] ?? {}) as Readonly<Record<string, unknown>>).find(
    ([name]) => name === 'iban' || name === 'accountNumber',
  )?.[1]
  return typeof number === 'string' ? ENDINGS[number.slice(-4)] : undefined
}

export const bodyOf = ({ id, reference, amountMinor, currency, status, code, at, acceptedAt }: Transfer) => ({
  id,
  reference,
  amountMinor,
  currency,
  status,
  code,
  at,
  expectedArrival: new Date(Date.parse(acceptedAt) + ARRIVES_AFTER_MS).toISOString(),
})

export type Bank = ReturnType<typeof openBank>

/**
 * Takes orders, pays them later, sends some back days after; misbehaves as told, by seeded chance (domain.md
 * §2.12, reliability.md F9).
 */
export const openBank = ({
  books,
  seed,
  hostility: first,
}: Readonly<{ books: Books; seed: string; hostility: Hostility }>) => {
  let hostility = first
  const keys = new Map<string, number>()
  const calls = new Map<string, number>()
  const now = () => Date.now() + books.aheadMs()
  const nowText = () => new Date(now()).toISOString()
  for (const { reference, acceptedAt } of books.transfers()) keys.set(reference, Date.parse(acceptedAt))

  const execute = ({ reference, ...order }: Order): Transfer => {
    const n = books.withReference(reference).length
    const id = `tr_${createHash('sha256').update(`${seed}/${reference}/${n}`).digest('hex').slice(0, 20)}`
    books.add({ kind: 'accepted', id, reference, ...order, at: nowText() })
    keys.set(reference, now())
    const transfer = books.withReference(reference).at(-1)
    if (!transfer) throw new Error('The books lost a transfer')
    return transfer
  }

  const deliveryOf = (reference: string, n: number): Reply['delivery'] | 'error' => {
    const drawn = chance(seed, 'delivery', reference, n)
    const { cutAfter, silentAfter, errorAfter, late } = hostility
    if (drawn < cutAfter) return 'cut'
    if (drawn < cutAfter + silentAfter) return 'silent'
    if (drawn < cutAfter + silentAfter + errorAfter) return 'error'
    return drawn < cutAfter + silentAfter + errorAfter + late ? 'late' : 'now'
  }

  const broken = { status: 500, body: { code: 'internal' } } as const

  const answers = { all: 0, ambiguous: 0 }
  const counted = (reply: Reply): Reply => {
    answers.all += 1
    if (reply.status === 500 || reply.delivery === 'cut' || reply.delivery === 'silent')
      answers.ambiguous += 1
    return reply
  }

  /**
   * One order under its idempotency key; the same key gets the first order's answer as long as the key is
   * remembered.
   */
  const order = (key: string, asked: Order): Reply => {
    const n = (calls.get(key) ?? 0) + 1
    calls.set(key, n)
    const keptSince = keys.get(key)
    const known =
      keptSince !== undefined && now() - keptSince < KEYS_KEPT_MS
        ? books.withReference(key).at(-1)
        : undefined
    const refusal = books.refusal(key)
    if (refusal !== undefined && now() - Date.parse(refusal.at) < KEYS_KEPT_MS)
      return { status: 503, body: { code: refusal.code }, delivery: 'now' }
    if (known === undefined) {
      if (chance(seed, 'error-before', key, n) < hostility.errorBefore) return { ...broken, delivery: 'now' }
      if (chance(seed, 'down', key) < hostility.down) {
        books.add({ kind: 'refused', key, code: 'provider_down', at: nowText() })
        return { status: 503, body: { code: 'provider_down' }, delivery: 'now' }
      }
    } else if (known.amountMinor !== asked.amountMinor || known.currency !== asked.currency)
      return { status: 409, body: { code: 'key_reused' }, delivery: 'now' }
    const transfer = known ?? execute({ ...asked, reference: key })
    const delivery = deliveryOf(key, n)
    return delivery === 'error'
      ? { ...broken, delivery: 'now' }
      : { status: 201, body: bodyOf(transfer), delivery }
  }

  // What may still change, so that a tick does not look at all that ever was.
  const open = new Map<string, Transfer>()
  let seen = 0
  const advance = (): void => {
    for (const { seq, transfer } of books.movementsAfter(seen)) {
      seen = seq
      open.set(transfer.id, transfer)
    }
    for (const transfer of open.values()) {
      const { id, reference, status, acceptedAt, at } = transfer
      const ending = endingOf(transfer)
      const age = now() - Date.parse(status === 'accepted' ? acceptedAt : at)
      const comesBack = ending === 'returned' || chance(seed, 'returned', reference) < hostility.returned
      if (status === 'accepted' && age >= hostility.settleMs) {
        const fails = ending === 'failed' || chance(seed, 'failed', reference) < hostility.failed
        books.add(
          fails
            ? { kind: 'failed', id, code: 'account_closed', at: nowText() }
            : { kind: 'paid', id, at: nowText() },
        )
      } else if (status === 'paid' && comesBack) {
        if (age >= RETURNED_AFTER_MS)
          books.add({ kind: 'returned', id, code: 'account_closed', at: nowText() })
      } else if (status !== 'accepted') open.delete(id)
    }
  }
  const timer = setInterval(advance, TICK_MS)

  return {
    books,
    order: (key: string, asked: Order): Reply => counted(order(key, asked)),
    /** How many orders were answered, and how many of them so that nobody can tell what became of them. */
    answers: (): Readonly<typeof answers> => answers,
    hostility: () => hostility,
    setHostility: (next: Hostility): void => {
      hostility = next
    },
    /** Moves the bank's clock on: what is due then happens. */
    passTime: (milliseconds: number): void => {
      books.add({ kind: 'clock', aheadMs: books.aheadMs() + milliseconds })
      advance()
    },
    deposit: (
      key: string,
      deposit: Readonly<{
        amountsMinor: [number, number]
        currency: string
        payee: Readonly<Record<string, unknown>>
      }>,
    ): void => {
      if (books.depositsOf(key) === undefined) books.add({ kind: 'deposits', key, ...deposit, at: nowText() })
    },
    seed,
    stop: (): void => clearInterval(timer),
  }
}
