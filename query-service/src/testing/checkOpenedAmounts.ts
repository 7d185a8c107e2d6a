import { sum } from '@hearth/contracts/kernel/money'
import { zBreakdownEntries, zPayoutsBreakdown } from '@hearth/contracts/ledger'
import { expect } from 'vitest'

/** Every amount of the page opens lines that come to it. */
export const checkOpenedAmounts = async (host: (path: string) => Promise<Response>) => {
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
