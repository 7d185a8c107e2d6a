import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@hearth/contracts/kernel/ids'
import { generateSync } from 'otplib'
import { deadline } from '@hearth/platform/retry/deadline'
import { z } from 'zod'
import { createCommandSender, type SendCommand } from '../commands/commandSender.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../demo/logins.ts'

const zApprovers = z
  .array(z.object({ email: z.string(), password: z.string(), totpSecret: z.string() }))
  .length(2)
type Approver = z.infer<typeof zApprovers>[number]

/**
 * Two people in finance: PAYOUT_APPROVERS, `[{email, password, totpSecret}, …]`, or those of the
 * demonstration.
 */
export const approversFrom = (setting: string | undefined): readonly Approver[] => {
  if (setting !== undefined) return zApprovers.parse(JSON.parse(setting))
  return DEMO_LOGINS.flatMap((login) =>
    login.role === 'finance'
      ? [{ email: login.email, password: DEMO_PASSWORD, totpSecret: login.totpSecret }]
      : [],
  )
}

/** A finance person with a session. */
export type Colleague = Readonly<{
  send: SendCommand
  read: (
    resource: string,
    query: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<{ rows: readonly Readonly<Record<string, unknown>>[]; total: number }>>
}>

/** A code is accepted once: soon after an earlier run, this waits for the next code. */
const CODE_PASSES_MS = 31_000

/** Signs in with password and authenticator. */
export const signIn = async (
  baseUrl: string,
  { email, password, totpSecret }: Approver,
): Promise<Colleague> => {
  const login = () =>
    fetch(new URL('/api/login', baseUrl), {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        origin: new URL(baseUrl).origin,
        'idempotency-key': newId(),
      },
      body: JSON.stringify({ email, password, code: generateSync({ secret: totpSecret }) }),
    })
  let answer = await login()
  if (answer.status === 401) {
    await delay(CODE_PASSES_MS)
    answer = await login()
  }
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!answer.ok || cookie === undefined)
    throw new Error(`${email} cannot sign in: ${answer.status} ${await answer.text()}`)
  const who = { cookie, origin: new URL(baseUrl).origin }
  return {
    send: createCommandSender(baseUrl, who),
    read: async (resource, query) => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
      )
      for (let attempt = 0; ; attempt += 1) {
        const read = await fetch(new URL(`/api/${resource}?${search.toString()}`, baseUrl), {
          headers: who,
          redirect: 'error',
          signal: deadline(15_000),
        })
        if (read.ok)
          return {
            rows: z.array(z.record(z.string(), z.unknown())).parse(await read.json()),
            total: Number(read.headers.get('content-range')?.split('/')[1] ?? 0),
          }
        if (attempt > 60 || (read.status !== 429 && read.status !== 503))
          throw new Error(`${resource}: ${read.status} ${await read.text()}`)
        await delay(500)
      }
    },
  }
}
