import { DAY_MS } from '@hearth/contracts/kernel/dates'
import express, { type Router } from 'express'
import { CURRENCY_EXPONENT, formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import { escapeHtml, page } from '../outside/page.ts'
import type { Bank } from './bank.ts'
import { zHostility } from './hostility.ts'

const SHOWN = 500

const amount = (amountMinor: number, currency: string) => {
  const known = Object.hasOwn(CURRENCY_EXPONENT, currency)
  const text = known ? formatAmount(amountMinor, currency as Currency) : String(amountMinor)
  return `${text} ${escapeHtml(currency)}`
}
/** The last four characters of the account: everyone at this machine can open the page. */
const formatEnd = (payee: Readonly<Record<string, unknown>>): string => {
  const bank = (payee['bank'] ?? {}) as Readonly<Record<string, unknown>>
  const number = bank['iban'] ?? bank['accountNumber']
  return typeof number === 'string' ? `…${escapeHtml(number.slice(-4))}` : ''
}
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) => {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
const section = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<h2>${title}</h2>${rows.length === 0 ? '<p>None yet.</p>' : table(heads, rows)}`

const renderBooks = (books: Bank['books']): string => {
  const transfers = books
    .transfers()
    .toReversed()
    .slice(0, SHOWN)
    .map(({ reference, amountMinor, currency, payee, status, code, at }) => [
      `<code>${escapeHtml(reference)}</code>`,
      amount(amountMinor, currency),
      formatEnd(payee),
      escapeHtml(status + (code === null ? '' : `: ${code}`)),
      `<time>${at}</time>`,
    ])
  const deposits = books
    .deposits()
    .toReversed()
    .slice(0, SHOWN)
    .map(({ amountsMinor: [first, second], currency, payee, at }) => [
      formatEnd(payee),
      amount(first, currency),
      amount(second, currency),
      `<time>${at}</time>`,
    ])
  return [
    '<p>What this bank did, according to its own books.',
    `Its clock is ${Math.round(books.aheadMs() / 3_600_000)} hours ahead.</p>`,
    '<form method="post" action="/dev/bank/clock"><input type="hidden" name="hours" value="24">',
    "<button>Advance the bank's clock by a day</button></form>",
    section('Small deposits', ['Account', 'First', 'Second', 'When'], deposits),
    section('Transfers', ['Reference', 'Amount', 'Account', 'State', 'Since'], transfers),
  ].join('\n')
}

/**
 * `/dev/bank` shows the sandbox bank's own books, and `/dev/bank.json` serves them to programs. A form
 * advances its clock by a day.
 */
export const bankPages = (bank: Bank): Router => {
  const { books } = bank
  const router = express.Router()
  router.use(express.urlencoded({ extended: false, limit: '2kb' }), express.json({ limit: '10kb' }))
  router.get('/bank', (_request, response) => {
    response.send(page('The sandbox bank', renderBooks(books)))
  })
  router.get(
    '/bank.json',
    (_request, response) =>
      void response.json({
        aheadMs: books.aheadMs(),
        hostility: bank.hostility(),
        transfers: books.transfers(),
        deposits: books.deposits(),
      }),
  )
  router.post('/bank/clock', (request, response) => {
    const hours = Number((request.body as Readonly<Record<string, unknown>> | undefined)?.['hours'])
    if (Number.isFinite(hours) && hours > 0 && hours <= 24 * 366) bank.passTime((hours * DAY_MS) / 24)
    response.redirect(303, '/dev/bank')
  })
  router.post('/bank/hostility', (request, response) => {
    const wanted = zHostility.safeParse(request.body)
    if (wanted.success) bank.setHostility(wanted.data)
    response
      .status(wanted.success ? 200 : 422)
      .json(wanted.success ? wanted.data : { errors: wanted.error.issues })
  })
  return router
}
