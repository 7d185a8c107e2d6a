import type { Secret } from '@hearth/platform/config/secret'
import { zPayoutFailure, zReport, type PayoutFailure, type ProviderReport } from '@hearth/contracts/payout'
import { deadline } from '@hearth/platform/retry/deadline'
import { z } from 'zod'
import {
  PROVIDER_DEADLINE_MS,
  type LookUpAnswer,
  type MicroDeposits,
  type MicroDepositsAnswer,
  type PaymentAnswer,
  type PaymentOrder,
  type PayoutProvider,
  type StatementPage,
} from './provider.ts'

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

/** The bank's description of a transfer as our report; undefined when it is not valid. */
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

const exchange = async (
  { url, token, deadlineMs = PROVIDER_DEADLINE_MS }: SandboxBankOptions,
  method: 'GET' | 'POST',
  path: string,
  key?: string,
  body?: unknown,
): Promise<Exchange> => {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'error',
      signal: deadline(deadlineMs),
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

const pay = async (
  bank: SandboxBankOptions,
  { attemptKey, amountMinor, currency, payee }: PaymentOrder,
): Promise<PaymentAnswer> => {
  const order = { reference: attemptKey, amountMinor, currency, payee }
  const answer = await exchange(bank, 'POST', '/transfers', attemptKey, order)
  if ('why' in answer) return unknown(answer)
  const report = answer.status === 201 ? parseReport(answer.body) : undefined
  if (report?.attemptKey === attemptKey && report.amountMinor === amountMinor && report.currency === currency)
    return { kind: 'accepted', providerRef: report.providerRef, expectedArrival: report.expectedArrival }
  // Only an answer that names a reason counts as a refusal.
  const failure =
    answer.status === 422 || answer.status === 503
      ? zPayoutFailure.safeParse(zProblem.safeParse(answer.body).data?.code).data
      : undefined
  return failure === undefined ? unknown(answer) : { kind: 'failed', code: failure }
}

const lookUp = async (bank: SandboxBankOptions, attemptKey: string): Promise<LookUpAnswer> => {
  const answer = await exchange(bank, 'GET', `/transfers/by-reference/${encodeURIComponent(attemptKey)}`)
  if ('why' in answer) return unknown(answer)
  if (answer.status === 404 && zProblem.safeParse(answer.body).data?.code === 'unknown_reference')
    return { kind: 'absent' }
  const report = answer.status === 200 ? parseReport(answer.body) : undefined
  if (report !== undefined) return { kind: 'found', report }
  const refused = answer.status === 200 ? zRefused.safeParse(answer.body).data : undefined
  return refused === undefined ? unknown(answer) : { kind: 'failed', code: refused.code }
}

const sendMicroDeposits = async (
  bank: SandboxBankOptions,
  { key, ...deposits }: MicroDeposits,
): Promise<MicroDepositsAnswer> => {
  const answer = await exchange(bank, 'POST', '/micro-deposits', key, deposits)
  if ('why' in answer) return unknown(answer)
  if (answer.status === 201) return { kind: 'sent' }
  return answer.status === 422
    ? { kind: 'refused', why: zProblem.safeParse(answer.body).data?.code ?? 'refused' }
    : unknown(answer)
}

const readStatementPage = async (
  bank: SandboxBankOptions,
  after: string,
): Promise<StatementPage | undefined> => {
  const path = `/transfers?after=${encodeURIComponent(after === '' ? '0' : after)}`
  const answer = await exchange(bank, 'GET', path)
  const page = 'why' in answer || answer.status !== 200 ? undefined : zStatement.safeParse(answer.body).data
  return (
    page && {
      reports: page.movements.flatMap((movement) => parseReport(movement) ?? []),
      next: String(page.next),
    }
  )
}

/**
 * The bank over HTTP. Everything but a clear answer of the bank is `unknown`; callers look the payment up
 * before they send it again.
 */
export const createSandboxBank = (bank: SandboxBankOptions): PayoutProvider => ({
  name: 'sandbox-bank',
  pay: (order) => pay(bank, order),
  lookUp: (attemptKey) => lookUp(bank, attemptKey),
  sendMicroDeposits: (deposits) => sendMicroDeposits(bank, deposits),
  statement: (after) => readStatementPage(bank, after),
})
