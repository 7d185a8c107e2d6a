import { SIGNATURE_HEADER } from '@hearth/command-service/thread/sending/webhookChannel'
import { signWebhook } from '@hearth/platform/http/webhookSignature'
import { deadline } from '@hearth/platform/retry/deadline'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChannelBooks, Planned } from './channelBooks.ts'

const RETRY_MS = 1_000
const TIMEOUT_MS = 5_000

type Options = Readonly<{ secret: string; url: string; books: Pick<ChannelBooks, 'add' | 'planned'> }>

/** Sends receipts to the client, each until it answers 2xx: also those that were planned before a restart. */
export const startReceipts = ({ secret, url, books }: Options) => {
  const stopping = new AbortController()
  // Each request listens until its deadline: many are no leak.
  setMaxListeners(0, stopping.signal)

  const post = async (body: string): Promise<boolean> => {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: deadline(TIMEOUT_MS, stopping.signal),
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signWebhook(secret, body, Math.floor(Date.now() / 1_000)),
      },
    })
    await response.arrayBuffer()
    return response.ok
  }

  const deliver = async ({ receipt, times }: Planned): Promise<void> => {
    const { signal } = stopping
    await wait(Math.max(0, Date.parse(receipt.at) - Date.now()), undefined, { signal })
    const body = JSON.stringify(receipt)
    for (let left = times; left > 0;) {
      const isTaken = await post(body).catch(() => false)
      if (signal.aborted) return
      if (isTaken) left -= 1
      else await wait(RETRY_MS, undefined, { signal })
    }
    books.add({ kind: 'sent', id: receipt.id })
  }
  // It ends early only because the channel stops.
  const start = (planned: Planned): void => void deliver(planned).catch(() => undefined)

  for (const planned of books.planned()) start(planned)
  return {
    send: (planned: Planned): void => {
      books.add({ kind: 'planned', planned })
      start(planned)
    },
    stop: (): void => stopping.abort(),
  }
}
