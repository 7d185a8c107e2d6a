import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import express, { type RequestHandler, type Response, type Router } from 'express'
import { z } from 'zod'
import type { Bank } from './bank.ts'
import { describeTransfer, type Reply } from './orders.ts'

const zText = z.string().min(1).max(100)
const zPayee = z.record(z.string().max(40), z.unknown())
const zOrder = z.strictObject({
  reference: zText,
  amountMinor: z.int().min(1),
  currency: z.string().length(3),
  payee: zPayee,
})
const zDeposits = z.strictObject({
  amountsMinor: z.tuple([z.int().min(1), z.int().min(1)]),
  currency: z.string().length(3),
  payee: zPayee,
})
const PAGE = 500

const send = async ({ status, body, delivery }: Reply, response: Response, lateMs: number): Promise<void> => {
  if (delivery === 'silent') return
  if (delivery === 'cut') {
    response.destroy()
    return
  }
  if (delivery === 'late') await wait(lateMs)
  if (!response.destroyed) response.status(status).json(body)
}

/** The bank's API for its client, under its token: orders, their outcome, the statement, small deposits. */
export const bankApi = (bank: Bank, token: string): Router => {
  const { books } = bank
  const expected = Buffer.from(`Bearer ${token}`)
  const onlyClient: RequestHandler = (request, response, next) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    if (given.length === expected.length && timingSafeEqual(given, expected)) next()
    else response.status(401).json({ code: 'unauthenticated' })
  }
  const router = express.Router()
  router.use(onlyClient, express.json({ limit: '20kb' }))
  router.post('/transfers', async (request, response) => {
    const order = zOrder.safeParse(request.body)
    const key = zText.safeParse(request.headers['idempotency-key'])
    if (!order.success || !key.success || key.data !== order.data.reference) {
      response.status(400).json({ code: 'malformed' })
      return
    }
    await send(bank.order(key.data, order.data), response, bank.hostility().lateMs)
  })
  router.get('/transfers/by-reference/:reference', (request, response) => {
    const transfer = books.withReference(request.params.reference).at(-1)
    const refusal = books.refusal(request.params.reference)
    if (transfer) response.json(describeTransfer(transfer))
    else if (refusal)
      response.json({
        reference: request.params.reference,
        status: 'failed',
        code: refusal.code,
        at: refusal.at,
      })
    else response.status(404).json({ code: 'unknown_reference' })
  })
  router.get('/transfers', (request, response) => {
    const after = Number(request.query['after'] ?? 0)
    const movements = books.movementsAfter(Number.isSafeInteger(after) ? after : 0).slice(0, PAGE)
    response.json({
      movements: movements.map(({ seq, transfer }) => ({ seq, ...describeTransfer(transfer) })),
      next: movements.at(-1)?.seq ?? after,
    })
  })
  router.post('/micro-deposits', (request, response) => {
    const deposits = zDeposits.safeParse(request.body)
    const key = zText.safeParse(request.headers['idempotency-key'])
    if (!deposits.success || !key.success) {
      response.status(400).json({ code: 'malformed' })
      return
    }
    bank.deposit(key.data, deposits.data)
    response.status(201).json({ status: 'sent' })
  })
  return router
}
