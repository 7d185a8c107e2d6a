import type { Secret } from '@hearth/platform/config/secret'
import { zPayoutFailure, zReport, type PayoutFailure, type ProviderReport } from '@hearth/contracts/payout'
import { z } from 'zod'
import { PROVIDER_DEADLINE_MS, type PayoutProvider } from './provider.ts'

const zTransfer = z.object({
  id: z.string(),
  reference: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  status: z.string(),
  code: z.string().nullable(),
  at: z.string(),
  expectedArrival: z.string().nullable(),
})
const zRefused = z.object({ status: z.literal('failed'), code: zPayoutFailure })
const zProblem = z.object({ code: z.string() })
const zStatement = z.object({ movements: z.array(zTransfer.extend({ seq: z.int() })), next: z.int() })

/** What the bank says of a transfer, in our words; undefined when it makes no sense. */
export const parseReport = (value: unknown): ProviderReport | undefined => {
  const transfer = zTransfer.safeParse(value)
  if (!transfer.success) return undefined
  const { id: providerRef, reference: attemptKey, status: result, code, ...rest } = transfer.data
  const failure: PayoutFailure | null =
    code === null ? null : (zPayoutFailure.safeParse(code).data ?? 'rejected')
  const { amountMinor, currency, at, expectedArrival } = rest
  return zReport.safeParse({
    attemptKey,
    providerRef,
    result,
    code: failure,
    amountMinor,
    currency,
    at,
    expectedArrival,
  }).data
}

/** A webhook's body. */
export const zBankEvent = z.object({ id: z.string().min(1).max(100), transfer: z.unknown() })

export type SandboxBankOptions = Readonly<{ url: string; token: Secret; deadlineMs?: number }>
type Exchange = Readonly<{ status: number; body: unknown }> | Readonly<{ why: string }>

/**
 * The bank over HTTP. Every error but the bank's own clear word is `unknown`: whoever calls looks up before
 * sending again.
 */
export const createSandboxBank = ({
  url,
  token,
  deadlineMs = PROVIDER_DEADLINE_MS,
}: SandboxBankOptions): PayoutProvider => {
  const exchange = async (
    method: 'GET' | 'POST',
    path: string,
    key?: string,
    body?: unknown,
  ): Promise<Exchange> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
        headers: {
          authorization: `Bearer ${token.reveal()}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as unknown }
    } catch (error) {
      return { why: error instanceof Error ? error.name : 'no answer' }
    }
  }
  const unknown = (answer: Exchange) =>
    ({ kind: 'unknown', why: 'why' in answer ? answer.why : `status ${answer.status}` }) as const

  return {
    name: 'sandbox-bank',
    pay: async ({ attemptKey, amountMinor, currency, payee }) => {
      const answer = await exchange('POST', '/transfers', attemptKey, {
        reference: attemptKey,
        amountMinor,
        currency,
        payee,
      })
      if ('why' in answer) return unknown(answer)
      const report = answer.status === 201 ? parseReport(answer.body) : undefined
      if (
        report?.attemptKey === attemptKey &&
        report.amountMinor === amountMinor &&
        report.currency === currency
      )
        return { kind: 'accepted', providerRef: report.providerRef, expectedArrival: report.expectedArrival }
      // Only a refusal that names a reason is one.
      const failure =
        answer.status === 422 || answer.status === 503
          ? zPayoutFailure.safeParse(zProblem.safeParse(answer.body).data?.code).data
          : undefined
      return failure === undefined ? unknown(answer) : { kind: 'failed', code: failure }
    },
    lookUp: async (attemptKey) => {
      const answer = await exchange('GET', `/transfers/by-reference/${encodeURIComponent(attemptKey)}`)
      if ('why' in answer) return unknown(answer)
      if (answer.status === 404 && zProblem.safeParse(answer.body).data?.code === 'unknown_reference')
        return { kind: 'absent' }
      const report = answer.status === 200 ? parseReport(answer.body) : undefined
      if (report !== undefined) return { kind: 'found', report }
      const refused = answer.status === 200 ? zRefused.safeParse(answer.body).data : undefined
      return refused === undefined ? unknown(answer) : { kind: 'failed', code: refused.code }
    },
    sendMicroDeposits: async ({ key, ...deposits }) => {
      const answer = await exchange('POST', '/micro-deposits', key, deposits)
      if ('why' in answer) return unknown(answer)
      if (answer.status === 201) return { kind: 'sent' }
      return answer.status === 422
        ? { kind: 'refused', why: zProblem.safeParse(answer.body).data?.code ?? 'refused' }
        : unknown(answer)
    },
    statement: async (after) => {
      const answer = await exchange(
        'GET',
        `/transfers?after=${encodeURIComponent(after === '' ? '0' : after)}`,
      )
      const page =
        'why' in answer || answer.status !== 200 ? undefined : zStatement.safeParse(answer.body).data
      return (
        page && {
          reports: page.movements.flatMap((movement) => parseReport(movement) ?? []),
          next: String(page.next),
        }
      )
    },
  }
}
