import { createHash } from 'node:crypto'
import type { Books, Transfer } from './books.ts'
import { chance, type Hostility } from './hostility.ts'

/** How long the bank remembers an idempotency key, on its own clock. */
export const KEY_LIFETIME_MS = 24 * 3_600_000
const ARRIVAL_MS = 3 * 24 * 3_600_000

export type Order = Readonly<{
  reference: string
  amountMinor: number
  currency: string
  payee: Readonly<Record<string, unknown>>
}>
/** The bank's answer to an order, and how it is delivered. */
export type Reply = Readonly<{ status: number; body: unknown; delivery: 'now' | 'late' | 'cut' | 'silent' }>

export const describeTransfer = (transfer: Transfer) => {
  const { id, reference, amountMinor, currency, status, code, at, acceptedAt } = transfer
  const expectedArrival = new Date(Date.parse(acceptedAt) + ARRIVAL_MS).toISOString()
  return { id, reference, amountMinor, currency, status, code, at, expectedArrival }
}

const internalError: Reply = { status: 500, body: { code: 'internal' }, delivery: 'now' }
const providerDown: Reply = { status: 503, body: { code: 'provider_down' }, delivery: 'now' }
const keyReused: Reply = { status: 409, body: { code: 'key_reused' }, delivery: 'now' }

const drawDelivery = (
  { cutAfter, silentAfter, errorAfter, late }: Hostility,
  drawn: number,
): Reply['delivery'] | 'error' => {
  if (drawn < cutAfter) return 'cut'
  if (drawn < cutAfter + silentAfter) return 'silent'
  if (drawn < cutAfter + silentAfter + errorAfter) return 'error'
  return drawn < cutAfter + silentAfter + errorAfter + late ? 'late' : 'now'
}

type Setting = Readonly<{ books: Books; seed: string; hostility: () => Hostility; now: () => number }>

/** Accepts orders, each under its idempotency key; misbehaves as the hostility says, by seeded chance. */
export const createOrderDesk = ({ books, seed, hostility, now }: Setting) => {
  const rememberedSince = new Map<string, number>()
  const attempts = new Map<string, number>()
  const replies = { all: 0, ambiguous: 0 }
  const nowText = () => new Date(now()).toISOString()
  const isRemembered = (since: number | undefined) => since !== undefined && now() - since < KEY_LIFETIME_MS
  for (const { reference, acceptedAt } of books.transfers())
    rememberedSince.set(reference, Date.parse(acceptedAt))

  const execute = ({ reference, ...order }: Order): Transfer => {
    const n = books.withReference(reference).length
    const id = `tr_${createHash('sha256').update(`${seed}/${reference}/${n}`).digest('hex').slice(0, 20)}`
    books.add({ kind: 'accepted', id, reference, ...order, at: nowText() })
    rememberedSince.set(reference, now())
    const transfer = books.withReference(reference).at(-1)
    if (!transfer) throw new Error('The books lost a transfer')
    return transfer
  }

  /** A refusal instead of execution, by chance. */
  const refuseNew = (key: string, attempt: number): Reply | undefined => {
    if (chance(seed, 'error-before', key, attempt) < hostility().errorBefore) return internalError
    if (chance(seed, 'down', key) >= hostility().down) return undefined
    books.add({ kind: 'refused', key, code: 'provider_down', at: nowText() })
    return providerDown
  }

  const handle = (key: string, order: Order): Reply => {
    const attempt = (attempts.get(key) ?? 0) + 1
    attempts.set(key, attempt)
    const refusal = books.refusal(key)
    if (refusal !== undefined && isRemembered(Date.parse(refusal.at)))
      return { status: 503, body: { code: refusal.code }, delivery: 'now' }
    const known = isRemembered(rememberedSince.get(key)) ? books.withReference(key).at(-1) : undefined
    if (known && (known.amountMinor !== order.amountMinor || known.currency !== order.currency))
      return keyReused
    const refused = known ? undefined : refuseNew(key, attempt)
    if (refused) return refused
    const transfer = known ?? execute({ ...order, reference: key })
    const delivery = drawDelivery(hostility(), chance(seed, 'delivery', key, attempt))
    return delivery === 'error' ? internalError : { status: 201, body: describeTransfer(transfer), delivery }
  }

  return {
    /** The same key gets the first order's answer for as long as the key is remembered. */
    order: (key: string, order: Order): Reply => {
      const reply = handle(key, order)
      replies.all += 1
      if (reply.status === 500 || reply.delivery === 'cut' || reply.delivery === 'silent')
        replies.ambiguous += 1
      return reply
    },
    /** How many orders were answered, and how many of the answers leave the outcome open. */
    replies: (): Readonly<typeof replies> => replies,
  }
}
