import { sum } from '@hearth/contracts/kernel/money'
import {
  zBreakdownEntries,
  zEarningsExplanation,
  zPayoutExplanation,
  zPayoutsBreakdown,
  type ExplainedEntry,
} from '@hearth/contracts/ledger'
import { expect } from 'vitest'

type Host = (path: string) => Promise<Response>

const amountOf = (lines: readonly Pick<ExplainedEntry, 'amountMinor'>[]) =>
  sum(lines.map(({ amountMinor }) => amountMinor))

const checkLines = (entries: readonly ExplainedEntry[]) => {
  for (const { amountMinor, components, check } of entries)
    expect([amountOf(components), check.holds]).toEqual([amountMinor, true])
}

/** Each payout opens the entries that it pays, and they come to its amount. */
export const checkOpenedPayouts = async (host: Host) => {
  const payouts = (await (await host('/api/payouts')).json()) as { id: string; amountMinor: number }[]
  for (const { id, amountMinor } of payouts) {
    const opened = zPayoutExplanation.parse(await (await host(`/api/payouts/${id}/explain`)).json())
    expect([opened.amountMinor, amountOf(opened.entries), opened.check.holds]).toEqual([
      amountMinor,
      amountMinor,
      true,
    ])
    checkLines(opened.entries)
  }
  return payouts.length
}

/** A stay opens the entries that the ledger has for it. */
export const checkOpenedStay = async (
  host: Host,
  bookingId: string,
  posted: readonly { amountMinor: number }[],
) => {
  const answer = await host(`/api/bookings/${bookingId}/earnings/explain`)
  const opened = zEarningsExplanation.parse(await answer.json())
  expect([opened.totalMinor, amountOf(opened.entries), opened.entries.length]).toEqual([
    amountOf(posted),
    amountOf(posted),
    posted.length,
  ])
  checkLines(opened.entries)
}

/** Every amount of the page opens lines that come to it. */
export const checkOpenedAmounts = async (host: Host) => {
  for (const view of ['by=month', 'by=listing', 'by=booking', 'by=month&when=paid']) {
    const { total, groups } = zPayoutsBreakdown.parse(
      await (await host(`/api/payouts-breakdown?${view}`)).json(),
    )
    const rows = [
      { ...total, row: view },
      ...groups.map((group) => ({ ...group, row: `${view}&group=${group.key}` })),
    ]
    for (const { row, netMinor, parts, stages } of rows) {
      const amounts = [
        [row, netMinor],
        ...Object.entries(parts).map(([part, amountMinor]) => [`${row}&part=${part}`, amountMinor]),
        ...Object.entries(stages).map(([stage, amountMinor]) => [`${row}&stage=${stage}`, amountMinor]),
      ] as const
      for (const [query, amountMinor] of amounts) {
        const answer = zBreakdownEntries.parse(
          await (await host(`/api/payouts-breakdown/entries?${query}`)).json(),
        )
        const shares = answer.entries.map(({ shareMinor }) => shareMinor)
        expect([answer.amountMinor, sum(shares), answer.rest.entries], String(query)).toEqual([
          amountMinor,
          amountMinor,
          0,
        ])
        for (const { components, shareMinor } of answer.entries)
          expect(sum(components.map((component) => component.amountMinor))).toBe(shareMinor)
      }
    }
  }
}
