import { createHmac } from 'node:crypto'
import { bodyOf, type Bank } from './bank.ts'
import { chance } from './hostility.ts'

const LOOK_MS = 50
const AGAIN_MS = 1_000
const DEADLINE_MS = 5_000
const AT_ONCE = 16

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>`. */
export const signatureOf = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

export type Target = Readonly<{ url: string; secret: string }>

/**
 * Tells the client of each movement until it answers 2xx or 404: late, twice, in another order, or never, as
 * the bank's hostility says.
 */
export const sendWebhooks = (bank: Bank, { url, secret }: Target) => {
  const { books, seed } = bank
  const dueAt = new Map<number, number>()
  const sending = new Set<number>()
  const stopping = new AbortController()

  const post = async (seq: number, body: string): Promise<boolean> => {
    const seconds = Math.floor(Date.now() / 1_000)
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(DEADLINE_MS)]),
      headers: {
        'content-type': 'application/json',
        'x-bank-signature': signatureOf(secret, body, seconds),
        'x-bank-event': `ev_${seq}`,
      },
    })
    await response.arrayBuffer()
    return response.ok || response.status === 404
  }

  const tell = async (seq: number, body: string): Promise<void> => {
    try {
      const { duplicateWebhook } = bank.hostility()
      const twice = chance(seed, 'duplicate', seq) < duplicateWebhook
      const answers = await Promise.all([post(seq, body), ...(twice ? [post(seq, body)] : [])])
      if (answers.every(Boolean)) books.add({ kind: 'told', seq })
      else dueAt.set(seq, Date.now() + AGAIN_MS)
    } catch {
      dueAt.set(seq, Date.now() + AGAIN_MS)
    } finally {
      sending.delete(seq)
    }
  }

  const look = (): void => {
    const { lostWebhook, webhookDelayMs } = bank.hostility()
    for (const { seq, transfer } of books.untold()) {
      if (sending.size >= AT_ONCE) return
      if (sending.has(seq)) continue
      if (chance(seed, 'lost', seq) < lostWebhook) {
        books.add({ kind: 'told', seq })
        continue
      }
      const due = dueAt.get(seq) ?? Date.now() + chance(seed, 'delay', seq) * webhookDelayMs
      dueAt.set(seq, due)
      if (due > Date.now()) continue
      sending.add(seq)
      void tell(seq, JSON.stringify({ id: `ev_${seq}`, transfer: bodyOf(transfer) }))
    }
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    stop: (): void => {
      clearInterval(timer)
      stopping.abort()
    },
  }
}
