import { parseArgs } from 'node:util'
import { zLocalDate } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import { formatAmount, zCurrency } from '@hearth/contracts/kernel/money'
import { createCommandSender } from '../commands/commandSender.ts'
import { readServiceToken } from '../installation/readServiceToken.ts'
import { approversFrom, signIn } from './people.ts'
import { runPayouts, reconcile } from './run.ts'

/** `npm run payouts -- --through <date>`: executes every past payout run up to that day. */
const USAGE = 'npm run payouts -- --through YYYY-MM-DD [--from YYYY-MM-DD] [--url http://localhost:3000]'

const stop = (error: unknown): never => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  process.exit(78)
}

const settings = () => {
  const { values } = parseArgs({
    options: {
      through: { type: 'string' },
      from: { type: 'string' },
      url: { type: 'string', default: `http://localhost:${process.env['PORT'] ?? 3000}` },
    },
  })
  return {
    url: values.url,
    through: zLocalDate.parse(values.through),
    from: zLocalDate.optional().parse(values.from),
    token: readServiceToken('scheduler'),
    people: approversFrom(process.env['PAYOUT_APPROVERS']),
  }
}
const { url, through, from, token, people } = (() => {
  try {
    return settings()
  } catch (error) {
    return stop(error)
  }
})()

const scheduler = createCommandSender(url, token)
const approvers = await Promise.all(people.map((person) => signIn(url, person)))
const [colleague] = approvers
if (colleague === undefined)
  throw new Error('No finance staff can sign in. Add one with: npm run people -- add-staff')
const began = Date.now()
const seconds = () => Math.round((Date.now() - began) / 1_000)
let month = ''
const made = await runPayouts({
  through,
  from,
  scheduler,
  approvers,
  today: new Date().toISOString().slice(0, 10),
  onDay: (day, payouts) => {
    if (day.slice(0, 7) === month) return
    month = day.slice(0, 7)
    console.log(`${day}  ${payouts} payouts  ${seconds()} s`)
  },
})
console.log(
  `${made.days} business days, ${made.payouts} payouts, ${made.approvals} approvals, ${seconds()} s`,
)
if (made.waiting > 0)
  console.log(`${made.waiting} payouts and entries are still in progress; see the payouts report`)
for (const { currency, pendingMinor, availableMinor, inTransitMinor, paidMinor, hostAccountId } of (
  await colleague.read('balances', { range: [0, 99] })
).rows) {
  const money = (minor: unknown) => formatAmount(Number(minor), zCurrency.parse(currency))
  console.log(
    `  …${String(hostAccountId).slice(-6)} ${String(currency)}: ` +
      `paid ${money(paidMinor)}, in transit ${money(inTransitMinor)}, ` +
      `available ${money(availableMinor)}, pending ${money(pendingMinor)}`,
  )
}
const { payouts, movements, differences } = await reconcile(scheduler, newId())
console.log(
  `Compared with the bank: ${payouts} payouts, ${movements} movements, ${differences.length} differences`,
)
for (const difference of differences.slice(0, 20)) console.log(`  ${JSON.stringify(difference)}`)
process.exit(differences.length === 0 && made.waiting === 0 ? 0 : 1)
