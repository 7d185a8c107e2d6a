import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { MAIL_SIGNATURE_HEADER } from '@hearth/command-service/thread/email/mailRoute'
import { signWebhook } from '@hearth/platform/http/webhookSignature'
import { deadline } from '@hearth/platform/retry/deadline'

const RETRY_MS = 1_000
const TIMEOUT_MS = 40_000
/** Answers after which an email provider tries again. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500

export type GuestMailOptions = Readonly<{ domain: string; url: string; secret: string }>

/** Delivers emails of guests to Hearth as an email provider does: each until it is taken or refused for good. */
export const openGuestMail = ({ domain, url, secret }: GuestMailOptions) => {
  const stopping = new AbortController()
  // Each request listens until its deadline: many are no leak.
  setMaxListeners(0, stopping.signal)
  const { signal } = stopping

  const post = async (raw: Buffer): Promise<number> => {
    const response = await fetch(url, {
      method: 'POST',
      body: new Uint8Array(raw),
      redirect: 'error',
      signal: deadline(TIMEOUT_MS, signal),
      headers: {
        'content-type': 'message/rfc822',
        [MAIL_SIGNATURE_HEADER]: signWebhook(secret, raw, Math.floor(Date.now() / 1_000)),
      },
    })
    await response.arrayBuffer()
    return response.status
  }

  const deliver = async (raw: Buffer): Promise<void> => {
    while (!signal.aborted) {
      const status = await post(raw).catch(() => 503)
      if (!isTemporary(status)) return
      await wait(RETRY_MS, undefined, { signal })
    }
  }

  return {
    isRecipient: (address: string): boolean => address.toLowerCase().endsWith(`@${domain}`),
    /** `from` and `to` as the sending server names them; bounces have no sender. */
    deliver: (source: Buffer, { from, to }: Readonly<{ from: string; to: string }>): void => {
      const head = `Return-Path: <${from}>\r\nDelivered-To: ${to}\r\n`
      // It ends early only because the catcher stops.
      void deliver(Buffer.concat([Buffer.from(head), source])).catch(() => undefined)
    },
    close: (): void => stopping.abort(),
  }
}
export type GuestMail = ReturnType<typeof openGuestMail>
